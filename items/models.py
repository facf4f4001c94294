"""Items of the five types, their codes, versions, notes, live state and edges."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Cast, StrIndex, Substr

from hub.core.scoping import OrganizationModel


class ItemType(models.TextChoices):
    """The five types of item."""

    STRATEGY = "strategy"
    INITIATIVE = "initiative"
    TASK = "task"
    DOCUMENT = "document"
    ADR = "adr"

    @property
    def letter(self) -> str:
        """The letter of the short code."""
        return self.value[0].upper()

    @property
    def rank(self) -> int:
        """The order of the types in listings."""
        return list(ItemType).index(self)


class TaskType(models.TextChoices):
    """What kind of work a task is."""

    TASK = "task"
    BUG = "bug"
    TECH_DEBT = "tech_debt"
    SUPPORT = "support"


class WorkClass(models.TextChoices):
    """The lane of a task."""

    PLANNED = "planned"
    SUPPORT = "support"


class Complexity(models.TextChoices):
    """The size of an initiative."""

    XS = "xs"
    S = "s"
    M = "m"
    L = "l"
    XL = "xl"


class BucketType(models.TextChoices):
    """What an initiative without an end collects."""

    TECH_DEBT = "tech_debt"
    BUG = "bug"
    AD_HOC = "ad_hoc"


class Lifecycle(models.TextChoices):
    """The lifecycle of a document."""

    DRAFT = "draft"
    REVIEW = "review"
    PUBLISHED = "published"
    ARCHIVED = "archived"


class Relationship(models.TextChoices):
    """The edges between two items (`impacts` and `external` lead elsewhere)."""

    PARENT = "parent"
    SUPPORTS = "supports"
    INFORMS = "informs"
    SUPERSEDES = "supersedes"
    AMENDS = "amends"
    BLOCKS = "blocks"


class Repository(OrganizationModel):
    """A repository of the directory, owned by one team."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=63)
    forge = models.CharField(max_length=16)
    full_name = models.CharField(max_length=255)
    url = models.CharField(max_length=2048)
    default_branch = models.CharField(max_length=255)
    description = models.TextField(blank=True, default="")
    team = models.ForeignKey("kairos_boards.Team", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "slug"],
                condition=models.Q(archived_at=None),
                name="repository_slug_once",
            )
        ]

    def __str__(self) -> str:
        return self.slug


class Item(OrganizationModel):
    """A work item. `board` is where it lies, for a document the owner board (it has no column)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    item_type = models.CharField(max_length=16, choices=ItemType)
    # Sorts types in their fixed order; derived from item_type at creation.
    type_rank = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=32)
    # The parts of the code, for `by_code`. The database derives them, so no writer can forget them.
    code_prefix = models.GeneratedField(
        expression=Substr("code", 1, StrIndex("code", models.Value("-")) - 1),
        output_field=models.CharField(max_length=32),
        db_persist=True,
    )
    code_number = models.GeneratedField(
        expression=Cast(Substr("code", StrIndex("code", models.Value("-")) + 3), models.BigIntegerField()),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    title = models.CharField(max_length=500)
    content = models.TextField(blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    board = models.ForeignKey("kairos_boards.Board", null=True, on_delete=models.PROTECT, related_name="+")
    column = models.ForeignKey("kairos_boards.Column", null=True, on_delete=models.PROTECT, related_name="+")
    entered_column_at = models.DateTimeField(null=True)
    note_count = models.PositiveIntegerField(default=0)

    created_by = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    created_by_agent = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True)

    task_type = models.CharField(max_length=16, choices=TaskType, null=True)  # noqa: DJ001 - tasks only
    work_class = models.CharField(max_length=16, choices=WorkClass, null=True)  # noqa: DJ001 - tasks only
    # The creator sent it to a team whose tasks they do not manage (a request).
    is_request = models.BooleanField(default=False)
    repository = models.ForeignKey(Repository, null=True, on_delete=models.PROTECT, related_name="+")
    hypothesis = models.TextField(null=True)  # noqa: DJ001 - strategies only
    complexity = models.CharField(max_length=4, choices=Complexity, null=True)  # noqa: DJ001 - initiatives only
    bucket_type = models.CharField(max_length=16, choices=BucketType, null=True)  # noqa: DJ001 - initiatives
    decision_maker = models.CharField(max_length=200, null=True)  # noqa: DJ001 - ADRs only
    decision_date = models.DateField(null=True)
    lifecycle = models.CharField(max_length=16, choices=Lifecycle, null=True)  # noqa: DJ001 - documents only

    claim_user = models.ForeignKey("identity.User", null=True, on_delete=models.PROTECT, related_name="+")
    claim_by_agent = models.BooleanField(default=False)
    claim_session_id = models.UUIDField(null=True)
    claim_since = models.DateTimeField(null=True)
    owner = models.ForeignKey("identity.User", null=True, on_delete=models.PROTECT, related_name="+")
    owner_since = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey("identity.User", null=True, on_delete=models.PROTECT, related_name="+")
    cancelled_by_agent = models.BooleanField(default=False)
    cancel_reason = models.TextField(blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "code"], name="item_code_once")]
        indexes = [
            models.Index(
                fields=["column", "organization", "type_rank", "code_prefix", "code_number"],
                condition=models.Q(archived_at=None),
                name="items_live_in_column",
            ),
            models.Index(fields=["board", "archived_at"], name="items_of_board"),
            models.Index(
                fields=["claim_user"], condition=models.Q(claim_user__isnull=False), name="items_claimed"
            ),
            models.Index(fields=["owner"], condition=models.Q(owner__isnull=False), name="items_owned"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def type(self) -> ItemType:
        """The type as a value of the vocabulary."""
        return ItemType(self.item_type)


def by_code(path: str = "") -> tuple[str, ...]:
    """The order of short codes: prefix, letter, number. As text, WEB-T-10000 comes before WEB-T-9999.

    The names of the types sort as their letters do.
    """
    return (f"{path}code_prefix", f"{path}item_type", f"{path}code_number")


class ShortCode(OrganizationModel):
    """Every code ever issued, live and retired; a retired one is never issued again."""

    text = models.CharField(max_length=32)
    item = models.ForeignKey(Item, null=True, on_delete=models.SET_NULL, related_name="codes")
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "text"], name="short_code_once")]

    def __str__(self) -> str:
        return self.text


class ItemVersion(OrganizationModel):
    """A snapshot of title and content; number 1 is the creation."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=500)
    content = models.TextField(blank=True, default="")
    editor = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    editor_by_agent = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="item_version_once")]

    def __str__(self) -> str:
        return f"{self.item_id} v{self.number}"


class Note(OrganizationModel):
    """A note on an item: `n-1`, `n-2`, … never part of the content."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField()
    text = models.TextField()
    author = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    author_by_agent = models.BooleanField(default=False)
    promoted_to = models.ForeignKey(Item, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "number"], name="note_once")]

    def __str__(self) -> str:
        return f"n-{self.number}"


class TaskState(OrganizationModel):
    """The live state of a task: one current line, apart from notes and content."""

    item = models.OneToOneField(Item, on_delete=models.CASCADE, related_name="state")
    branch = models.CharField(max_length=500, blank=True, default="")
    commit = models.CharField(max_length=200, blank=True, default="")
    pushed = models.BooleanField(null=True)
    pr_url = models.CharField(max_length=2048, blank=True, default="")
    next_step = models.CharField(max_length=2000, blank=True, default="")
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    updated_by_agent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"state of {self.item_id}"


class Edge(OrganizationModel):
    """A relationship from source to target."""

    relationship = models.CharField(max_length=16, choices=Relationship)
    source = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="edges_out")
    target = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="edges_in")
    created_by = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["relationship", "source", "target"], name="edge_once"),
            models.UniqueConstraint(
                fields=["target"], condition=models.Q(relationship="parent"), name="one_parent"
            ),
            models.CheckConstraint(condition=~models.Q(source=models.F("target")), name="edge_joins_two"),
        ]
        indexes = [models.Index(fields=["target", "relationship"], name="edges_into")]

    def __str__(self) -> str:
        return f"{self.source_id} {self.relationship} {self.target_id}"


class ImportedItem(OrganizationModel):
    """Which item a foreign id became, so that a second import changes nothing."""

    source = models.CharField(max_length=32)
    foreign_id = models.CharField(max_length=200)
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "source", "foreign_id"], name="imported_once")
        ]

    def __str__(self) -> str:
        return f"{self.source}:{self.foreign_id}"
