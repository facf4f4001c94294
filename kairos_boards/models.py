"""Teams, boards with columns and transitions, grants."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Lower

from hub.core.scoping import OrganizationModel

LIVE = models.Q(archived_at=None)


class TeamType(models.TextChoices):
    """What a team is for; descriptive only."""

    STREAM_ALIGNED = "stream_aligned"
    PLATFORM = "platform"
    ENABLING = "enabling"
    COMPLICATED_SUBSYSTEM = "complicated_subsystem"


class Level(models.TextChoices):
    """The level of a board decides its default columns and what it holds."""

    STRATEGY = "strategy"
    INITIATIVE = "initiative"
    DELIVERY = "delivery"
    ADR = "adr", "ADR"


class Team(OrganizationModel):
    """A team owns boards and repositories; membership gives rights on its boards."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=63)
    name = models.CharField(max_length=200)
    team_type = models.CharField(max_length=32, choices=TeamType, default=TeamType.STREAM_ALIGNED)
    site_enabled = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "slug"], condition=LIVE, name="team_slug_once")
        ]

    def __str__(self) -> str:
        return self.slug


class TeamMember(OrganizationModel):
    """A person or service account in a team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey("identity.User", on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="team_member_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.team_id}"


class Board(OrganizationModel):
    """A board of one level. Its row is the lock of everything that counts or moves on it.

    `revision` rises with each change that the board page shows, in the transaction of the
    change: pages compare it and catch up.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=63)
    name = models.CharField(max_length=200)
    level = models.CharField(max_length=16, choices=Level)
    prefix = models.CharField(max_length=10)
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="boards")
    project = models.ForeignKey(
        "projects.Project", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    parent_gate = models.BooleanField(default=True)
    owner_gate = models.BooleanField(default=True)
    blockers_gate = models.BooleanField(default=False)
    agents_decide = models.BooleanField(default=False)
    revision = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "slug"], condition=LIVE, name="board_slug_once"),
            models.UniqueConstraint(
                fields=["organization", "level", "prefix"], condition=LIVE, name="board_prefix_once"
            ),
            models.UniqueConstraint(
                fields=["team"], condition=LIVE & models.Q(level="delivery"), name="one_delivery_board"
            ),
            models.UniqueConstraint(
                fields=["team"], condition=LIVE & models.Q(level="adr"), name="one_adr_board"
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class Column(OrganizationModel):
    """A column of a board. Removing is soft: archived items still name their column."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="columns")
    name = models.CharField(max_length=200)
    position = models.IntegerField()
    is_done = models.BooleanField(default=False)
    claims = models.BooleanField(default=False)
    keeps_claims = models.BooleanField(default=False)
    wip_limit = models.PositiveIntegerField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "board", Lower("name"), condition=models.Q(removed_at=None), name="column_name_once"
            )
        ]
        indexes = [models.Index(fields=["board", "position"], name="column_order")]

    def __str__(self) -> str:
        return self.name

    @property
    def holds_claims(self) -> bool:
        """Whether a task here may have a claim: the column gives or keeps them."""
        return self.claims or self.keeps_claims


class Transition(OrganizationModel):
    """An allowed move between two columns of a board; `id` keeps the order of adding."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="transitions")
    from_column = models.ForeignKey(Column, on_delete=models.CASCADE, related_name="+")
    to_column = models.ForeignKey(Column, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["from_column", "to_column"], name="transition_once")]

    def __str__(self) -> str:
        return f"{self.from_column_id} -> {self.to_column_id}"


class Grant(OrganizationModel):
    """One capability of one user on one board, as it was granted (a value or a glob)."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey("identity.User", on_delete=models.CASCADE, related_name="+")
    capability = models.CharField(max_length=32)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "user", "capability"], name="grant_once")]
        indexes = [models.Index(fields=["user", "board"], name="grants_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.capability} on {self.board_id}"


class StructureGrant(OrganizationModel):
    """`manage_structure` of one user: on one board, or with no board on the organization."""

    board = models.ForeignKey(Board, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("identity.User", on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["board", "user"], name="structure_grant_once"),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(board=None), name="structure_grant_on_organization_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} manage_structure on {self.board_id or 'the organization'}"
