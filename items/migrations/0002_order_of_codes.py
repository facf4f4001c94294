from django.db import migrations, models
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, StrIndex, Substr

DASH = StrIndex("code", models.Value("-"))


class Migration(migrations.Migration):
    """The parts of a short code as columns that the database derives, also for the rows there are."""

    dependencies = [("items", "0001_initial")]

    operations = [
        migrations.RemoveIndex(model_name="item", name="items_live_in_column"),
        migrations.AddField(
            model_name="item",
            name="code_prefix",
            field=models.GeneratedField(
                expression=Substr("code", 1, CombinedExpression(DASH, "-", models.Value(1))),
                output_field=models.CharField(max_length=32),
                db_persist=True,
            ),
        ),
        migrations.AddField(
            model_name="item",
            name="code_number",
            field=models.GeneratedField(
                expression=Cast(
                    Substr("code", CombinedExpression(DASH, "+", models.Value(3))), models.BigIntegerField()
                ),
                output_field=models.BigIntegerField(),
                db_persist=True,
            ),
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(
                condition=models.Q(("archived_at", None)),
                fields=["column", "organization", "type_rank", "code_prefix", "code_number"],
                name="items_live_in_column",
            ),
        ),
    ]
