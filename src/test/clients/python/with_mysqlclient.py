"""mysqlclient, which is libmariadb: several results, unbuffered cursors, the C API's own calls."""

import MySQLdb
import MySQLdb.cursors

import job


def connect(**options):
    return MySQLdb.connect(**job.ACCOUNT, charset="utf8mb4", **options)


job.run(connect)

connection = connect(cursorclass=MySQLdb.cursors.SSCursor)
cursor = connection.cursor()
cursor.execute("SELECT id FROM v ORDER BY id")
assert [row[0] for row in cursor] == list(range(300))
cursor.close()
connection.close()

connection = connect(autocommit=True)
assert "Uptime" in connection.stat()
assert connection.thread_id() > 0
connection.ping()
connection.select_db(job.DATABASE)
connection.change_user("root", "", job.DATABASE)
connection.set_character_set("utf8mb4", "utf8mb4_bin")
cursor = connection.cursor()
cursor.execute("SELECT 1; UPDATE v SET small = 1 WHERE id < 3; SELECT 'two'")
assert cursor.fetchall() == ((1,),)
assert cursor.nextset() == 1 and cursor.rowcount == 3, cursor.rowcount
assert cursor.nextset() == 1 and cursor.fetchall() == (("two",),)
assert cursor.nextset() is None
assert isinstance(job.fails(1146, lambda: cursor.execute("SELECT * FROM nowhere")), MySQLdb.ProgrammingError)
assert isinstance(job.fails(1048, lambda: cursor.execute("INSERT INTO v (id) VALUES (NULL)")), MySQLdb.MySQLError)
victim = connect()
connection.kill(victim.thread_id())
try:
    victim.query("SELECT 1")
    raise AssertionError("a killed connection answers")
except MySQLdb.MySQLError:
    pass
connection.close()
job.fails(1049, lambda: MySQLdb.connect(**{**job.ACCOUNT, "database": "nowhere"}))
