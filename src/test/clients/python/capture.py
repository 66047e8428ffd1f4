"""Connects by the driver named by the first argument and writes three rows: what the packet captures show.

Prints the driver's version.
"""

import sys

if sys.argv[1].startswith("connector-python"):
    import _mysql_connector  # noqa: F401 first, see with_connector_python.py

import asyncio
import datetime
import decimal
import importlib
import importlib.metadata

import job

TEXT = "INSERT INTO c (id, name, amount, moment) VALUES (%s, %s, %s, %s)"
MOMENT = datetime.datetime(2024, 2, 29, 12, 34, 56)
ROWS = [(1, "Ann", decimal.Decimal("12.50"), MOMENT), (2, "Bob's", None, None), (3, "Zoë", decimal.Decimal(0), MOMENT)]


def write(connection):
    cursor = connection.cursor()
    cursor.execute("SET group_commit = sync_mode")
    cursor.executemany(TEXT, ROWS)
    connection.commit()
    cursor.close()
    connection.close()


async def write_asynchronously(driver):
    connection = await driver.connect(**{("db" if k == "database" else k): v for k, v in job.ACCOUNT.items()})
    async with connection.cursor() as cursor:
        await cursor.execute("SET group_commit = sync_mode")
        await cursor.executemany(TEXT, ROWS)
    await connection.commit()
    connection.close()


name = sys.argv[1]
package = name
if name.startswith("connector-python"):
    import mysql.connector as driver

    package = "mysql-connector-python"
    write(driver.connect(**job.ACCOUNT, use_pure=not name.endswith("-c")))
elif name in ("aiomysql", "asyncmy"):
    asyncio.run(write_asynchronously(importlib.import_module(name)))
elif name == "sqlalchemy":
    import sqlalchemy as sa

    import engines

    columns = ("id", "name", "amount", "moment")
    table = sa.table("c", *map(sa.column, columns))
    with engines.grouping("pymysql").begin() as connection:
        connection.execute(table.insert(), [dict(zip(columns, row)) for row in ROWS])
elif name == "pandas":
    import pandas

    import engines

    frame = pandas.DataFrame(ROWS, columns=("id", "name", "amount", "moment"))
    frame.to_sql("c", engines.grouping("pymysql"), if_exists="append", index=False, method="multi")
elif name == "mysqlclient":
    import MySQLdb as driver

    write(driver.connect(**job.ACCOUNT, charset="utf8mb4"))
else:
    import pymysql as driver

    write(driver.connect(**job.ACCOUNT))
print(importlib.metadata.version(package))
