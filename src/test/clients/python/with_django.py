"""Django: migrate with its default applications and one of ours, twice; bulk inserts through group commit; admin's own tables."""

import datetime
import os

import django
import job
import pymysql
from django.conf import settings

# What Django takes PyMySQL for, which says that it is a mysqlclient of before.
pymysql.version_info = (2, 2, 4, "final", 0)
pymysql.install_as_MySQLdb()

APPS = ("admin", "auth", "contenttypes", "sessions", "messages")
settings.configure(
    SECRET_KEY="-",
    USE_TZ=True,
    INSTALLED_APPS=["django.contrib." + app for app in APPS] + ["shop"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    MIGRATION_MODULES={"shop": None},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    SILENCED_SYSTEM_CHECKS=["admin.E403", "admin.E408", "admin.E409", "admin.E410"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.mysql",
            "NAME": os.environ["TEST_DB"],
            "USER": "root",
            "HOST": "127.0.0.1",
            "PORT": os.environ["TEST_PORT"],
            "OPTIONS": {"init_command": "SET group_commit = sync_mode"},
        }
    },
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import DatabaseError, connection, models  # noqa: E402
from shop.models import Author, Book, Tag  # noqa: E402

for _ in range(2):
    call_command("migrate", run_syncdb=True, verbosity=0)
User.objects.create_superuser("ann", "ann@example.com", "secret")
assert User.objects.get(username="ann").check_password("secret")

before = job.loads(connection)
Author.objects.bulk_create(
    Author(name=f"n{i}", age=i % 150, doc={"i": i}, at="10:00:00", took=datetime.timedelta(seconds=i)) for i in range(500)
)
job.expect_loads(before, job.loads(connection), sync_mode=1)
author = Author.objects.get(name="n7")
# Its columns compare byte by byte.
assert not Author.objects.filter(name__icontains="N7").exists()
assert (author.doc, author.at, author.active) == ({"i": 7}, datetime.time(10), True)
assert author.took == datetime.timedelta(seconds=7)
book = Book.objects.create(author=author, title="x", price="1.50")
book.tags.add(Tag.objects.create(name="t"))
Author.objects.filter(name="n8").update(age=models.F("age") + 1)
assert Author.objects.get(name="n8").age == 9
assert Author.objects.update_or_create(name="n9", defaults={"age": 99})[1] is False
assert Author.objects.get_or_create(name="fresh", defaults={"age": 1})[1] is True
assert Author.objects.count() == 501
assert list(Book.objects.select_related("author").values_list("author__name", "tags__name")) == [("n7", "t")]
try:
    Author.objects.create(name="old", age=300)
    raise SystemExit("a row that breaks a CheckConstraint was stored")
except DatabaseError as e:
    assert e.args[0] == 3819, e
author.delete()
assert Book.objects.count() == 0
