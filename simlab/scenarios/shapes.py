"""A file of plain data read into a model of its own: pay tables, table games. What is wrong is said with file, line and column."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from simlab import complaints
from simlab.errors import nearest
from simlab.scenarios import document as documents
from simlab.scenarios.document import Document, Misplaced

Kind = TypeVar("Kind", bound=BaseModel)


class Shape(BaseModel):
    """What such a file, or a part of it, consists of: nothing but what is named."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)


def read_shape(path: Path, kind: type[Kind], parts: Iterable[type[BaseModel]] = ()) -> Kind:
    """The model in a file; `parts` are the models inside it, whose keys are named where one is misspelled."""
    return shaped(documents.read(path), kind, parts)


def shape_of(data: Mapping[str, Any], kind: type[Kind], parts: Iterable[type[BaseModel]] = ()) -> Kind:
    """The model in plain data."""
    return shaped(Document(dict(data)), kind, parts)


def shaped(document: Document, kind: type[Kind], parts: Iterable[type[BaseModel]]) -> Kind:
    try:
        return kind.model_validate(document.data)
    except ValidationError as error:
        raise document.complain(first_complaint(error, [kind, *parts])) from None


def first_complaint(error: ValidationError, models: Iterable[type[BaseModel]]) -> Misplaced:
    """With its place, and the nearest right key."""
    first = complaints.first(error)
    place = complaints.place_of(first)
    if first["type"] == complaints.UNKNOWN:
        known = dict.fromkeys(field.alias or name for model in models for name, field in model.model_fields.items())
        return Misplaced(place, f"no key {place[-1]!r}{nearest(place[-1], known)}", at_key=True)
    if first["type"] == complaints.MISSING:
        return Misplaced(place[:-1], f"`{place[-1]}:` is missing")
    return Misplaced(place, f"{'.'.join(place)}: {complaints.in_words(first)}")
