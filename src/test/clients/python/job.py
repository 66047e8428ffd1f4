"""The daily job of a DB-API driver, and what all programs of this folder share."""

import datetime
import decimal
import os

PORT = int(os.environ["TEST_PORT"])
DATABASE = os.environ["TEST_DB"]
ACCOUNT = {"host": "127.0.0.1", "port": PORT, "user": "root", "password": "", "database": DATABASE}

TABLE = """
CREATE TABLE v (
    id INT NOT NULL, small TINYINT, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE, active BOOLEAN,
    day DATE, moment DATETIME(6), name VARCHAR(100), raw VARBINARY(300), note TEXT
) DUPLICATE KEY(id)
"""
INSERT = "INSERT INTO v (id, small, big, amount, ratio, active, day, moment, name, raw, note) VALUES (%s)"
COLUMNS = 11


def row(i):
    if i % 5 == 4:
        return (i,) + (None,) * (COLUMNS - 1)
    return (
        i,
        i % 128 - 64,
        -(2**63) + i,
        decimal.Decimal("12345678901234.5678") + i,
        i / 8,
        i % 2,
        datetime.date(2024, 2, 1 + i % 29),
        datetime.datetime(2024, 2, 29, 12, 34, 56, 100000 + i),
        "name%d" % i,
        bytes(range(256)) + bytes([i % 256]),
        "it's \"quoted\" \\ back\nline \t tab \0 nul ü 漢 😀 %%_;-- %d" % i,
    )


def insert_text(placeholder="%s"):
    return INSERT % ", ".join([placeholder] * COLUMNS)


def count(connection, where="1 = 1"):
    cursor = connection.cursor()
    cursor.execute("SELECT count(*) FROM v WHERE " + where)
    value = cursor.fetchone()[0]
    cursor.close()
    return value


def run(connect, text=None):
    """Creates a table, writes 300 rows without autocommit in one executemany, drops 10 by ROLLBACK, reads all back."""
    text = text or insert_text()
    rows = [row(i) for i in range(300)]
    writer, reader = connect(), connect()
    cursor = writer.cursor()
    cursor.execute(TABLE)
    cursor.execute("SET group_commit = sync_mode")
    before = loads(writer)
    cursor.executemany(text, rows)
    assert cursor.rowcount == 300, cursor.rowcount
    assert count(reader) == 0, "staged rows are nobody else's"
    writer.commit()
    reader.commit()
    assert count(reader) == 300, count(reader)
    expect_loads(before, loads(writer), sync_mode=1)

    cursor.executemany(text, [row(i) for i in range(300, 310)])
    writer.rollback()
    reader.commit()
    assert count(reader) == 300, count(reader)
    expect_loads(before, loads(writer), sync_mode=1)
    cursor.close()

    cursor = reader.cursor()
    cursor.execute("SELECT * FROM v WHERE id >= %s ORDER BY id", (0,))
    compare(list(cursor.fetchall()), rows)
    names = [column[0] for column in cursor.description]
    assert names[0] == "id" and names[-1] == "note", names
    cursor.close()
    writer.close()
    reader.close()


def compare(found, expected):
    assert len(found) == len(expected), len(found)
    for one, other in zip(found, expected):
        assert tuple(one) == tuple(other), "%r is not %r" % (tuple(one), other)
        for value, wanted in zip(one, other):
            assert value is None or isinstance(wanted, int) or type(value) is type(wanted), (value, wanted)


def loads(connection):
    """Loads of all sessions since the server started, by how they were committed."""
    cursor = connection.cursor()
    cursor.execute("SHOW STATUS")
    rows = cursor.fetchall()
    cursor.close()
    return loads_of(rows)


def loads_of(status):
    """The same of the rows of SHOW STATUS."""
    return {name: int(value) for name, value in status if name.startswith("Group_commit_")}


def expect_loads(before, after, **expected):
    """What has risen since, by which numbers, and nothing else."""
    risen = {name: value - before[name] for name, value in after.items() if value != before[name]}
    assert risen == {"Group_commit_" + name: value for name, value in expected.items()}, risen


def fails(number, action):
    """The number is the error's first argument in every driver of this folder, or its errno."""
    try:
        action()
    except Exception as error:  # noqa: B902 every driver has its own classes
        found = getattr(error, "errno", None) or error.args[0]
        assert found == number, "%r, expected %d" % (error, number)
        return error
    raise AssertionError("no error %d" % number)
