"""Edges in the words of one of their ends: `blocked by` is a blocks edge that comes from the other item."""

from __future__ import annotations

from dataclasses import dataclass

from items.edges import JOINS
from items.models import ItemType, Relationship
from items.relations import LABELS, ORDER


@dataclass(frozen=True, slots=True)
class Word:
    """A label: the relationship, and whether the edge leads away from the item that says it."""

    relationship: Relationship
    outward: bool

    def ends(self, code: str, other: str) -> dict[str, str]:
        """The arguments of link_items and unlink_items for an edge between an item and another."""
        source, target = (code, other) if self.outward else (other, code)
        return {"source": source, "target": target, "relationship": self.relationship.value}


WORDS: dict[str, Word] = {
    label: Word(relationship, outward)
    for relationship, pair in LABELS.items()
    for label, outward in zip(pair, (True, False), strict=True)
}


def labels_from(item_type: ItemType) -> tuple[str, ...]:
    """The labels that an edge of an item of this type may have; its parent is set by itself."""
    return tuple(label for label in ORDER if label != "parent" and _possible(WORDS[label], item_type))


def _possible(word: Word, item_type: ItemType) -> bool:
    return any(
        item_type in (sources if word.outward else targets) for sources, targets in JOINS[word.relationship]
    )


def arguments(label: str, code: str, other: str) -> dict[str, str]:
    """The arguments of a new edge; a word that is no label goes on as it is, to be refused."""
    word = WORDS.get(label)
    return word.ends(code, other) if word else {"source": code, "target": other, "relationship": label}
