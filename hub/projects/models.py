"""Projects: the hub's containers of feed, sessions, knowledge base and artifacts."""

from __future__ import annotations

import uuid

from django.db import models

from hub.core.scoping import OrganizationModel


class Project(OrganizationModel):
    """An ordinary or confidential project, or with an owner the personal space of an agent or user.

    `slug` is the id that agents and URLs use; `space-…` for personal spaces.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    slug = models.CharField(max_length=63)
    display_name = models.CharField(max_length=200)
    confidential = models.BooleanField(default=False)
    owner_agent = models.OneToOneField(
        "identity.Agent", null=True, on_delete=models.CASCADE, related_name="personal_space"
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "slug"], name="project_slug_once")]

    def __str__(self) -> str:
        return self.slug
