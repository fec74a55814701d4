"""What was typed wrongly, in one line: the word, what is wrong with it, and the nearest right one."""

import re
from collections.abc import Iterable
from itertools import pairwise, takewhile

import click

from simlab.commands.options import new_spelling
from simlab.errors import InputError, nearest


def one_line(wrong: click.UsageError) -> str:
    """The sentence for a mistake on the command line."""
    if isinstance(wrong, click.NoSuchOption):
        return no_such_option(wrong)
    if isinstance(wrong, click.MissingParameter):
        return f"{command_of(wrong)}: {missing(wrong)}"
    if isinstance(wrong, click.BadParameter):
        return f"{command_of(wrong)}: {bad_value(wrong)}"
    unknown = re.fullmatch(r"No such command '(.*)'\..*", wrong.format_message(), re.DOTALL)
    if unknown and isinstance(wrong.ctx, click.Context) and isinstance(wrong.ctx.command, click.Group):
        return f"no command {unknown[1]!r}{nearest(unknown[1], wrong.ctx.command.list_commands(wrong.ctx))}; simlab --help lists them"
    said = wrong.format_message()
    return f"{command_of(wrong)}: {said[:1].lower()}{said[1:].rstrip('.')}"


def command_of(wrong: click.UsageError) -> str:
    """`simlab run`, as it was typed."""
    return wrong.ctx.command_path if wrong.ctx is not None else "simlab"


def no_such_option(wrong: click.NoSuchOption) -> str:
    command, option = command_of(wrong), wrong.option_name
    now = new_spelling(command.partition(" ")[2], option)
    if now is not None:
        return f"{command}: {option} is now {now}"
    return f"{command}: no option {option}{nearest(option, long_options(wrong.ctx)).replace(chr(39), '')}; {command} --help lists them"


def refuse_options_without_value(context: click.Context, words: list[str]) -> None:
    """`--pairs --games 40`: click would take the next option for the value, and play into a folder named `--quiet`."""
    inner = context.command.get_command(context, words[0]) if isinstance(context.command, click.Group) and words else None
    if inner is not None:
        refuse_options_without_value(click.Context(inner, context, words[0]), words[1:])
        return
    options = [option for option in context.command.get_params(context) if isinstance(option, click.Option)]
    names = {name for option in options for name in (*option.opts, *option.secondary_opts)}
    asking = {name: option for option in options if not option.is_flag and not option.count for name in option.opts}
    for word, after in pairwise([*takewhile(lambda word: word != "--", words), None]):
        if word in asking and (after is None or after in names):
            raise InputError(f"{context.command_path}: {word} needs a value: {word} {asking[word].make_metavar(context)}")


def long_options(context: click.Context | None) -> Iterable[str]:
    parameters = context.command.get_params(context) if context is not None else []
    return [name for parameter in parameters for name in parameter.opts if name.startswith("--")]


def missing(wrong: click.MissingParameter) -> str:
    """What is missing, and how it would look."""
    name = wrong.param.make_metavar(wrong.ctx) if wrong.param is not None and wrong.ctx is not None else "something"
    return f"{name} is missing{for_example(wrong.ctx)}"


def for_example(context: click.Context | None) -> str:
    """` (for example: simlab run scenarios/template.yaml)`, out of the command's own help."""
    found = re.search(r"Example: (simlab .*)", (context.command.help or "") if context is not None else "")
    return f" (for example: {found[1].partition('. Example:')[0].rstrip('.')})" if found else ""


def bad_value(wrong: click.BadParameter) -> str:
    """`--games x: a whole number from 1`."""
    name = wrong.param.opts[0] if wrong.param is not None and wrong.param.param_type_name == "option" else ""
    return " ".join(part for part in (f"{name}:" if name else "", plain(wrong.message)) if part)


def plain(message: str) -> str:
    """Click's sentence without the words of programmers."""
    for pattern, words in WORDS:
        message = re.sub(pattern, words, message)
    return f"{message[:1].lower()}{message[1:]}".rstrip(".")


WORDS = (
    (r"is not a valid integer( range)?", "is not a whole number"),
    (r"is not a valid float( range)?", "is not a number"),
    (r"is not in the range x>=(\S+)\.", r"is too small: \1 at least"),
    (r"is not in the range (\S+)<=x<=(\S+)\.", r"is not between \1 and \2"),
    (r"is not one of (.*)\.", r"is not one of \1"),
)
