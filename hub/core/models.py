"""Tables of the kernel. They refer to organization, user and agent by name: `core` imports nobody."""

from __future__ import annotations

from django.db import models

from hub.core.scoping import OrganizationModel


class Action(models.TextChoices):
    """The closed list of activity actions (`spec/facts.md` 1.5, rule items.20)."""

    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"
    RESTORE = "restore"
    TRANSITION = "transition"
    BOARD_MOVE = "board_move"
    CLAIM = "claim"
    HAND_OFF = "hand_off"
    RELEASE = "release"
    CANCEL = "cancel"
    PURGE = "purge"
    BOARD_CONFIG = "board_config"
    WORK_CLASS = "work_class"
    LIFECYCLE = "lifecycle"
    REPOSITORY = "repository"
    RELATIONSHIP_ADD = "relationship_add"
    RELATIONSHIP_REMOVE = "relationship_remove"
    CAPABILITY_GRANT = "capability_grant"
    CAPABILITY_REVOKE = "capability_revoke"
    RENAME = "rename"
    STATE = "state"
    METADATA = "metadata"


class Activity(OrganizationModel):
    """One change: who, what, on what. Rows stay when their subject is purged."""

    action = models.CharField(max_length=32, choices=Action)
    subject_type = models.CharField(max_length=32)
    subject_id = models.UUIDField(null=True)
    board_id = models.UUIDField(null=True)
    user = models.ForeignKey("identity.User", on_delete=models.PROTECT, related_name="+")
    agent = models.ForeignKey("identity.Agent", null=True, on_delete=models.SET_NULL, related_name="+")
    by_agent = models.BooleanField(default=False)
    surface = models.CharField(max_length=16)
    request_id = models.CharField(max_length=64)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(action__in=Action.values), name="activity_action_known")
        ]
        indexes = [
            models.Index(fields=["subject_id", "-id"], name="activity_of_subject"),
            models.Index(fields=["organization", "-id"], name="activity_of_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject_type} {self.subject_id}"


class RetryKey(OrganizationModel):
    """The stored answer of a write that was sent with a retry key."""

    scope = models.CharField(max_length=200)
    key = models.CharField(max_length=128)
    operation = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "scope", "key"], name="retry_key_once")
        ]
        indexes = [models.Index(fields=["created_at"], name="retry_key_age")]

    def __str__(self) -> str:
        return f"{self.operation} {self.scope}"


class Counter(OrganizationModel):
    """The last number given of a gapless sequence; taking one locks the row to the commit."""

    name = models.CharField(max_length=100)
    value = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "name"], name="counter_once")]

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


class RefusedCall(OrganizationModel):
    """One tool call that ended in a tool error: no value, no text, no person."""

    tool = models.CharField(max_length=64)
    code = models.CharField(max_length=32)
    field = models.CharField(max_length=200, default="", blank=True)
    caller_kind = models.CharField(max_length=16)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["organization", "created_at"], name="refused_call_time")]

    def __str__(self) -> str:
        return f"{self.tool} {self.code}"


class RateWindow(models.Model):
    """How often something was tried in one fixed window of time (sign-in, token requests)."""

    key = models.CharField(max_length=200)
    starts_at = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "starts_at"], name="rate_window_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class Job(models.Model):
    """A periodic job: when it is due and who runs it now."""

    name = models.CharField(max_length=64, unique=True)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    lease_token = models.UUIDField(null=True)
    last_error = models.TextField(default="", blank=True)

    def __str__(self) -> str:
        return self.name
