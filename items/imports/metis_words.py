"""What the words of Metis mean here: levels, phases, categories of tasks, complexities."""

from collections.abc import Mapping

from items.imports.records import Complexity, Kind, Lifecycle, TaskType

# Each level has its kind here and the letter of its codes there.
KIND_OF_LEVEL: Mapping[str, tuple[Kind, str]] = {
    "vision": ("document", "V"),
    "specification": ("document", "S"),
    "strategy": ("strategy", "S"),
    "initiative": ("initiative", "I"),
    "task": ("task", "T"),
    "adr": ("adr", "A"),
}
# V is no letter of ours, and S is a specification there but a strategy here.
KINDS_WITH_KEPT_CODES: frozenset[Kind] = frozenset({"initiative", "task", "adr"})

# The default columns. A strategy has had two sequences of phases in the course of Metis's releases.
COLUMN_OF_PHASE: Mapping[Kind, Mapping[str, str]] = {
    "strategy": {
        "shaping": "Draft",
        "design": "Draft",
        "ready": "Review",
        "draft": "Draft",
        "review": "Review",
        "published": "Review",
        "active": "Active",
        "completed": "Completed",
    },
    "initiative": {
        "discovery": "Discovery",
        "design": "Design",
        "ready": "Ready",
        "decompose": "Decompose",
        "active": "Active",
        "completed": "Completed",
    },
    "task": {
        "backlog": "Backlog",
        "todo": "Todo",
        "active": "Active",
        "blocked": "Blocked",
        "completed": "Completed",
    },
    "adr": {
        "draft": "Draft",
        "discussion": "Discussion",
        "decided": "Decided",
        "superseded": "Superseded",
    },
}
LIFECYCLE_OF_PHASE: Mapping[str, Lifecycle] = {
    "draft": "draft",
    "discovery": "draft",
    "drafting": "draft",
    "review": "review",
    "published": "published",
}

# Tags first, then the folders under `backlog/`.
TASK_TYPE_OF_WORD: Mapping[str, TaskType] = {
    "#bug": "bug",
    "#tech-debt": "tech_debt",
    "#feature": "task",
    "bugs": "bug",
    "tech-debt": "tech_debt",
    "features": "task",
}
COMPLEXITY_OF_WORD: Mapping[str, Complexity] = {"XS": "xs", "S": "s", "M": "m", "L": "l", "XL": "xl"}
