"""Refusal codes of both families, each with its meaning and its HTTP status.

The board codes are the closed list of the Kairos page ("Refusal codes" and the tool
sections; `spec/facts.md` decision 11) and the few that only REST knows. The hub codes are
those of `spec/facts.md` 2.13. They live in the kernel, not with a domain app, because
`hub.identity`, at the bottom of the tree, already refuses in both styles.
"""

from __future__ import annotations

from enum import Enum


class Code(Enum):
    """A board refusal code: (HTTP status, meaning)."""

    # fmt: off
    NOT_FOUND = (404, "The subject of the call, or the edge to remove, does not exist or is archived.")
    VALIDATION = (422, "An argument is malformed, unknown, outside its vocabulary, or names nothing.")
    FORBIDDEN = (403, "The rule for this act refuses the caller; the message names what is missing.")
    CONFLICT = (409, "The present state refuses the call: a stale version, a taken name, done already.")
    INVALID_TRANSITION = (422, "The board has no transition to that column; the allowed ones are listed.")
    ITEM_NOT_ON_BOARD = (422, "The item has no column, so it cannot be moved between columns.")
    SAME_BOARD = (422, "The target of the move is the board that the task is on.")
    NOT_DELIVERY_BOARD = (422, "The board is not a delivery board.")
    NO_ENTRY_COLUMN = (422, "The target board has no first column.")
    RESTORE_BLOCKED = (422, "What the archived item belonged to is gone.")
    DICTIONARY_NOT_ON_STRATEGY = (422, "The dictionary lives on the board strategy only.")
    DICTIONARY_EXISTS = (422, "The organization has a live dictionary already.")
    RELATIONSHIP_RULE = (422, "That relationship does not join those two types.")
    CYCLE_DETECTED = (422, "The edge would close a cycle.")
    ALREADY_LINKED = (409, "The link is there already.")
    PARENT_EXISTS = (422, "The item has a different parent.")
    RENAME_NOT_NEEDED = (422, "The code has the prefix of the target already.")
    NOT_CLAIMABLE = (422, "The task is not in a column that holds or keeps claims.")
    NO_CLAIM = (422, "The task has no claim.")
    CLAIMED = (409, "A different person has the claim.")
    NO_OWNER = (422, "The item has no owner.")
    NOT_BOARD_MEMBER = (422, "The new owner is not a member of the board.")
    TASK_DONE = (422, "The task is in a done column.")
    TASK_NOT_DONE = (422, "The task is not in a done column.")
    TASK_LIVE = (422, "The task is not archived.")
    INITIATIVE_DONE = (422, "The initiative is in a done column.")
    NO_OPEN_COLUMN = (422, "The board has only done columns.")
    NO_DONE_COLUMN = (422, "The board has no done column.")
    AGENT_TRIAGE_OFF = (422, "On this board a person decides the triage of intake.")
    PARENT_NOT_ACTIVE = (422, "The initiative of the task is not active (policy parent_gate).")
    OWNER_REQUIRED = (422, "The initiative needs an owner (policy owner_gate).")
    BLOCKED = (422, "The task has open blockers (policy blockers_gate).")
    SECTIONS_NOT_PASSED = (422, "The content does not pass the typed sections of its template.")
    REQUEST_KEY_REUSED = (409, "The retry key belongs to a different call.")
    KEY_SCOPE = (403, "The act is outside the scope of the agent key.")
    NOTICE_RATE_LIMITED = (429, "The hourly limit of notices is reached.")
    CODE_INDEX_BUILD_RUNNING = (422, "A build of the repository runs now.")
    CODE_INDEX_BUILD_OFF = (422, "The code index builder is off for the repository.")
    CODE_INDEX_BUILDER_OFF = (422, "The deployment has no code index builder.")
    TEAM_HAS_DELIVERY_BOARD = (422, "The team has a delivery board already.")
    TEAM_HAS_ADR_BOARD = (422, "The team has an ADR board already.")
    COLUMN_NOT_EMPTY = (422, "A live item is in the column.")
    DUPLICATE_COLUMN_NAME = (422, "A live column of the board has the name.")
    DUPLICATE_TRANSITION = (422, "The board has the transition already.")
    DEFINITION_IN_USE = (409, "An item or a template uses the metadata definition.")
    SECRETS_NOT_CONFIGURED = (501, "The deployment has no key to store secrets with.")
    INTERNAL = (500, "A fault of the server; it is logged.")
    # REST and set-up only
    UNAUTHORIZED = (401, "The call carries no valid credential.")
    LAST_ADMIN = (422, "The organization needs an admin.")
    RATE_LIMITED = (429, "Too many tries; wait and try again.")
    UNAVAILABLE = (503, "The database is busy; the call changed nothing and may be sent again.")
    PAYLOAD_TOO_LARGE = (413, "The body is over the limit of the route.")
    CODE_IN_USE = (409, "A live item has that number.")
    CODE_RETIRED = (409, "That number was issued and is retired.")
    SEQUENCE_IS_PAST = (409, "The sequence is past that number.")
    # fmt: on

    @property
    def status(self) -> int:
        """HTTP status of a REST answer with this code."""
        return self.value[0]

    @property
    def meaning(self) -> str:
        """One sentence for the reference page."""
        return self.value[1]


class HubCode(Enum):
    """A hub refusal code: (HTTP status, retryable, meaning)."""

    invalid_argument = (400, False, "An argument is malformed, unknown or out of range.")
    unauthenticated = (401, False, "The call carries no valid credential.")
    forbidden = (403, False, "The caller may not do this, or it does not exist for the caller.")
    not_found = (404, False, "What the call names does not exist.")
    conflict = (409, False, "The present state refuses the call.")
    payload_too_large = (413, False, "A value is over its size limit.")
    rate_limited = (429, False, "A limit of open or recent calls is reached.")
    unavailable = (503, True, "The hub is busy; send the same call again.")
    internal = (500, False, "A fault of the server; it is logged.")

    @property
    def status(self) -> int:
        """HTTP status of a REST answer with this code."""
        return self.value[0]

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed when it is sent again."""
        return self.value[1]

    @property
    def meaning(self) -> str:
        """One sentence for the reference page."""
        return self.value[2]


_HUB_BY_STATUS = {code.status: code for code in HubCode}


def hub_code(code: Code | HubCode) -> HubCode:
    """The hub's word for a refusal that the shared kernel raised with a board code."""
    if isinstance(code, HubCode):
        return code
    if code in (Code.VALIDATION,):
        return HubCode.invalid_argument
    if code is Code.UNAUTHORIZED:
        return HubCode.unauthenticated
    return _HUB_BY_STATUS.get(code.status, HubCode.conflict)
