"""`simlab lab`: the workbench in the browser."""

from contextlib import suppress
from pathlib import Path

import click

from simlab.errors import InputError
from simlab.printable import shown


@click.command()
@click.argument("game", required=False)
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=Path("reports"), show_default=True,
              help="Where runs, games and scenarios lie: nothing outside of it is read or written.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="Port; 0: any that is free.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; another than loopback lets other machines in.")
@click.option("--no-browser", is_flag=True, help="Print the address only.")
def lab(game: str | None, folder: Path, port: int, host: str, no_browser: bool) -> None:
    """Turn knobs, compare runs, play and ask about hands in the browser. Example: simlab lab showdown"""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise InputError("the lab needs two packages more: pip install 'simlab[lab]'") from None
    from simlab.contract.catalogue import find
    from simlab.lab.server import is_loopback, open_lab

    if game is not None:
        find(game)
    opened = open_lab(folder, host, port)
    address = opened.address + (f"#/knobs/{game}" if game else "")
    click.echo(shown(f"The lab is open at {address}\nIts runs and games are in {opened.desk.home}. Ctrl-C closes it."))
    if not is_loopback(host):
        click.echo("simlab: other machines can reach this lab; whoever has its address can use it", err=True)
    if not no_browser:
        show(address)
    with suppress(KeyboardInterrupt):
        opened.run()
    click.echo("The lab is closed.")


def show(address: str) -> None:
    """In the browser, once the server answers."""
    import threading
    import webbrowser

    threading.Timer(0.3, webbrowser.open, (address,)).start()
