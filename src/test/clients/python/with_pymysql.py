"""PyMySQL: dictionaries, unbuffered cursors, error classes, KILL, a statement of many megabytes."""

import pymysql
import pymysql.cursors

import job


def connect(**options):
    return pymysql.connect(**job.ACCOUNT, **options)


job.run(connect)

connection = connect(cursorclass=pymysql.cursors.SSDictCursor)
with connection.cursor() as cursor:
    cursor.execute("SELECT id, name FROM v ORDER BY id")
    for i, row in enumerate(cursor):
        assert row == {"id": i, "name": job.row(i)[8]}, row
connection.ping(reconnect=False)
connection.select_db(job.DATABASE)
connection.close()

connection = connect(autocommit=True, client_flag=pymysql.constants.CLIENT.MULTI_STATEMENTS)
with connection.cursor() as cursor:
    cursor.execute("SELECT 1; UPDATE v SET small = 1 WHERE id < 3; SELECT 'two'")
    assert cursor.fetchall() == ((1,),)
    assert cursor.nextset() and cursor.rowcount == 3, cursor.rowcount
    assert cursor.nextset() and cursor.fetchall() == (("two",),)
    assert not cursor.nextset()
    assert isinstance(job.fails(1146, lambda: cursor.execute("SELECT * FROM nowhere")), pymysql.err.ProgrammingError)
    assert isinstance(job.fails(1064, lambda: cursor.execute("SELEC 1")), pymysql.err.ProgrammingError)
    assert isinstance(
        job.fails(1406, lambda: cursor.execute("INSERT INTO v (id, name) VALUES (1, repeat('x', 101))")),
        pymysql.err.DataError,
    )
    assert isinstance(
        job.fails(1048, lambda: cursor.execute("INSERT INTO v (id) VALUES (NULL)")), pymysql.err.IntegrityError
    )
    large = "x" * (17 << 20)
    cursor.execute("INSERT INTO v (id, note) VALUES (1000, %s)", (large,))
    cursor.execute("SELECT note FROM v WHERE id = 1000")
    assert cursor.fetchone()[0] == large, "a packet beyond 16 MiB"
    victim = connect()
    cursor.execute("KILL %d" % victim.thread_id())
    try:
        victim.ping(reconnect=False)
        raise AssertionError("a killed connection answers")
    except pymysql.err.Error:
        pass
    job.fails(1094, lambda: cursor.execute("KILL 4000000000"))
connection.close()

job.fails(1049, lambda: pymysql.connect(**{**job.ACCOUNT, "database": "nowhere"}))
job.fails(1045, lambda: pymysql.connect(**{**job.ACCOUNT, "password": "wrong"}))
