"""Organizations, the people of each, their agents, and what they sign in with.

A person is a row of one organization; the same human in two organizations is two rows.
"""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models

from hub.core.principals import UserKind
from hub.core.scoping import GuardedQuerySet, OrganizationModel


class Organization(models.Model):
    """The tenant."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=63, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.slug


class Role(models.TextChoices):
    """The role of a member in the organization."""

    ADMIN = "admin"
    MEMBER = "member"


class UserManager(BaseUserManager["User"]):
    """Finds a user by `login`, which carries the organization."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(login=username)


class User(OrganizationModel, AbstractBaseUser):
    """A person, a service account or a system actor of one organization."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    login = models.CharField(max_length=264, unique=True)
    name = models.CharField(max_length=200)
    display_name = models.CharField(max_length=200)
    email = models.EmailField(blank=True, default="")
    kind = models.CharField(max_length=16, choices=[(kind.value, kind.label) for kind in UserKind])
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    # An IANA name; empty is the time zone of the browser.
    time_zone = models.CharField(max_length=64, blank=True, default="")
    keys_enabled = models.BooleanField(default=True)

    USERNAME_FIELD = "login"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager.from_queryset(GuardedQuerySet)()  # type: ignore[assignment,misc]  # finds by login

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "email"],
                condition=models.Q(left_at=None) & ~models.Q(email=""),
                name="user_email_once",
            )
        ]
        indexes = [models.Index(fields=["organization", "name"], name="user_by_name")]

    def __str__(self) -> str:
        return self.login

    @property
    def is_admin(self) -> bool:
        """Whether the user is an admin of the organization."""
        return self.role == Role.ADMIN

    @property
    def is_staff(self) -> bool:
        """Django admin opens for organization admins who are people."""
        return self.is_admin and self.kind == UserKind.PERSON

    def has_perm(self, perm: str, obj: object = None) -> bool:
        return self.is_active and self.is_staff

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and self.is_staff


class UniqueName(OrganizationModel):
    """The folded names of people, service accounts and agents of an organization: one namespace."""

    folded = models.CharField(max_length=200)
    owner_id = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "folded"], name="name_once")]

    def __str__(self) -> str:
        return self.folded


class Agent(OrganizationModel):
    """A named identity that acts for a person or a service account."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    display_name = models.CharField(max_length=200)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="agents")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "name"], name="agent_name_once")]

    def __str__(self) -> str:
        return self.name


class Credential(OrganizationModel):
    """A bearer token: an agent key, or with no agent a person token. Only its digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="credentials")
    agent = models.ForeignKey(Agent, null=True, on_delete=models.PROTECT, related_name="credentials")
    digest = models.CharField(max_length=64, unique=True)
    prefix = models.CharField(max_length=100, unique=True)
    label = models.CharField(max_length=200, blank=True, default="")
    # The first key of a chain of rotations: limits, retry keys and read state follow it.
    lineage = models.UUIDField()
    # {"capabilities": [...], "boards": [uuid, ...]}; a missing member does not narrow.
    scope = models.JSONField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["user", "created_at"], name="credential_of_user")]

    def __str__(self) -> str:
        return self.prefix


class Connection(OrganizationModel):
    """A protocol session of an MCP client, bound to who opened it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    agent = models.ForeignKey(Agent, null=True, on_delete=models.CASCADE, related_name="+")
    active_session_id = models.UUIDField(null=True)
    client = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.id)
