from django.apps import AppConfig

from hub.core.loading import load_operations


class BoardsConfig(AppConfig):
    """Teams, boards, columns, transitions, policies, grants."""

    name = "kairos_boards"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        load_operations(self.name)
