"""mysql-connector-python, pure and with its C extension (which is libmysqlclient): prepared cursors, pools, resets."""

import _mysql_connector  # noqa: F401 first, so that its own libssl is found and not an older one of the system

import mysql.connector
import mysql.connector.pooling

import job

for pure in (True, False):

    def connect(**options):
        return mysql.connector.connect(**job.ACCOUNT, use_pure=pure, **options)

    job.run(connect)

    def expected(first, last):
        return [row(i) for i in range(first, last)]

    def row(i):
        values = job.row(i)
        # Prepared statements of the C extension cut what they read at a NUL.
        return values if pure or values[10] is None else values[:10] + (values[10].replace("\0", ""),)

    def fetched(cursor):
        return [[bytes(v) if isinstance(v, bytearray) else v for v in one] for one in cursor.fetchall()]

    connection = connect()
    cursor = connection.cursor(prepared=True)
    cursor.execute("DELETE FROM v WHERE id >= 0")
    connection.commit()
    with connection.cursor() as plain:
        plain.execute("SET group_commit = sync_mode")
    before = job.loads(connection)
    cursor.executemany(job.insert_text("?"), expected(0, 20))
    connection.commit()
    job.expect_loads(before, job.loads(connection), sync_mode=1)
    cursor.execute("SELECT * FROM v WHERE id >= ? AND id < ? ORDER BY id", (0, 10))
    job.compare(fetched(cursor), expected(0, 10))
    cursor.execute("SELECT * FROM v WHERE id >= ? AND id < ? ORDER BY id", (10, 20))
    job.compare(fetched(cursor), expected(10, 20))
    cursor.close()

    with connection.cursor(dictionary=True) as cursor:
        cursor.execute("SELECT id, name FROM v WHERE id = 3")
        assert cursor.fetchall() == [{"id": 3, "name": "name3"}]
    with connection.cursor(buffered=True) as cursor:
        cursor.execute("SELECT id FROM v WHERE id < 3 ORDER BY id")
        assert cursor.rowcount == 3 and cursor.fetchall() == [(0,), (1,), (2,)]

    assert connection.is_connected()
    connection.ping()
    connection.cmd_reset_connection()
    connection.cmd_change_user("root", "", job.DATABASE)
    assert job.count(connection) == 20
    assert "Uptime" in connection.cmd_statistics() or "uptime" in str(connection.cmd_statistics()).lower()
    connection.database = job.DATABASE
    connection.autocommit = True
    assert connection.autocommit is True
    connection.time_zone = "+00:00"
    connection.start_transaction()
    assert connection.in_transaction
    connection.rollback()
    with connection.cursor() as cursor:
        assert job.fails(1146, lambda: cursor.execute("SELECT * FROM nowhere")).sqlstate == "42S02"
        assert job.fails(1048, lambda: cursor.execute("INSERT INTO v (id) VALUES (NULL)")).sqlstate == "23000"
        cursor.execute("DROP TABLE v")
    connection.close()

    pool = mysql.connector.pooling.MySQLConnectionPool(pool_size=2, pool_name="p%d" % pure, use_pure=pure, **job.ACCOUNT)
    for _ in range(5):
        pooled = pool.get_connection()
        with pooled.cursor() as cursor:
            cursor.execute("SELECT 1 + 1")
            assert cursor.fetchone() == (2,)
        pooled.close()  # resets the session

    job.fails(1049, lambda: mysql.connector.connect(**{**job.ACCOUNT, "database": "nowhere"}, use_pure=pure))

for pure in (True, False):
    compressed = mysql.connector.connect(**job.ACCOUNT, use_pure=pure, compress=True, autocommit=True)
    with compressed.cursor() as cursor:
        cursor.execute("SHOW STATUS LIKE 'Compression'")
        assert cursor.fetchall() == [("Compression", "ON")], pure
        cursor.execute("CREATE TABLE large (id INT, note TEXT) DUPLICATE KEY(id)")
        for note in ("small", "x" * (17 << 20)):
            cursor.execute("INSERT INTO large VALUES (%s, %s)", (len(note), note))
            cursor.execute("SELECT note FROM large WHERE id = %s", (len(note),))
            assert cursor.fetchall() == [(note,)], "a packet of %d bytes" % len(note)
        cursor.execute("DROP TABLE large")
    compressed.close()
