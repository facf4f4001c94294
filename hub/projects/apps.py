from django.apps import AppConfig

from hub.core.loading import load_operations


class ProjectsConfig(AppConfig):
    """Projects, confidential grants, personal spaces."""

    name = "hub.projects"
    label = "projects"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        load_operations(self.name)
