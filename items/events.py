"""What `items` tells the apps above it, in the transaction of the change."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from hub.core.events import Event
from items.models import Item


@dataclass(frozen=True, slots=True)
class ItemEvent(Event):
    """Something happened to one item."""

    item: Item


@dataclass(frozen=True, slots=True)
class ItemCreated(ItemEvent):
    """A new item."""


@dataclass(frozen=True, slots=True)
class ItemUpdated(ItemEvent):
    """Title, content, note, state or another field changed; `what` names it."""

    what: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class ItemTransitioned(ItemEvent):
    """The item is in another column of its board."""

    from_column_id: UUID | None
    to_column_id: UUID
    cancelled: bool = False


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
