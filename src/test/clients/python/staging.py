"""PyMySQL with its defaults: autocommit is off, so rows are staged and loaded at COMMIT."""

import os

import pymysql


def connect():
    return pymysql.connect(
        host="127.0.0.1", port=int(os.environ["TEST_PORT"]), user="root", password="", database=os.environ["TEST_DB"]
    )


def count(connection):
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM dt")
        return cursor.fetchone()[0]


writer, reader = connect(), connect()
with writer.cursor() as cursor:
    cursor.execute(
        "CREATE TABLE dt (id INT NOT NULL, name VARCHAR(50) NULL, score INT NULL) DUPLICATE KEY(id)"
    )
    cursor.execute("SET group_commit = sync_mode")
    affected = cursor.executemany(
        "INSERT INTO dt VALUES (%s, %s, %s)", [(i, "name'%d" % i, None if i % 2 else i) for i in range(250)]
    )
    assert affected == 250, affected
    cursor.execute("INSERT INTO dt VALUES (%s, %s, %s)", (250, "last", 1))

assert count(reader) == 0, "staged rows are nobody else's"
writer.commit()
reader.commit()
assert count(reader) == 251, count(reader)

with writer.cursor() as cursor:
    cursor.execute("INSERT INTO dt VALUES (%s, %s, %s)", (251, "dropped", 1))
writer.rollback()
reader.commit()
assert count(reader) == 251, count(reader)

with reader.cursor() as cursor:
    cursor.execute("SELECT id, name, score FROM dt WHERE id IN (7, 8) ORDER BY id")
    assert cursor.fetchall() == ((7, "name'7", None), (8, "name'8", 8))

with writer.cursor() as cursor:
    try:
        cursor.execute("INSERT INTO dt VALUES (%s, %s, %s)", ("x", "bad", 1))
        raise AssertionError("a bad number was taken")
    except pymysql.err.MySQLError as error:
        assert error.args[0] == 1366, error

writer.close()
reader.close()
