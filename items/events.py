"""What `items` tells the apps above it, in the transaction of the change."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from hub.core.events import Event
from items.models import Item, Note


@dataclass(frozen=True, slots=True)
class ItemEvent(Event):
    """Something happened to one item."""

    item: Item


@dataclass(frozen=True, slots=True)
class ItemCreated(ItemEvent):
    """A new item. An imported one is no news: whoever tells people about changes leaves it out."""

    imported: bool = False


@dataclass(frozen=True, slots=True)
class ItemUpdated(ItemEvent):
    """Title, content, note, state or another field changed; `what` names it."""

    what: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class NoteAppended(ItemEvent):
    """The item has one more note."""

    note: Note


@dataclass(frozen=True, slots=True)
class ItemTransitioned(ItemEvent):
    """The item is in another column of its board.

    `cancelled`: by cancel_item. `was_cancelled`: it had the mark before, so it blocked all the time.
    """

    from_column_id: UUID | None
    to_column_id: UUID
    cancelled: bool = False
    was_cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ClaimChanged(ItemEvent):
    """A claim or an ownership was taken, handed off or ended."""

    from_user_id: UUID | None
    to_user_id: UUID | None


@dataclass(frozen=True, slots=True)
class RelationshipChanged(Event):
    """An edge between two items was added or removed."""

    source: Item
    target: Item
    relationship: str
    added: bool
