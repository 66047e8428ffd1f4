"""LOAD DATA LOCAL INFILE by the driver named first; the statement is the second argument."""

import sys

import job

name, statement = sys.argv[1:]
if name.startswith("connector-python"):
    import _mysql_connector  # noqa: F401 see with_connector_python.py

    import mysql.connector as driver

    connection = driver.connect(**job.ACCOUNT, allow_local_infile=True, use_pure=not name.endswith("-c"))
elif name == "mysqlclient":
    import MySQLdb as driver

    connection = driver.connect(**job.ACCOUNT, local_infile=1)
else:
    import pymysql as driver

    connection = driver.connect(**job.ACCOUNT, local_infile=True)
cursor = connection.cursor()
cursor.execute("SET group_commit = sync_mode")
cursor.execute(statement)
assert cursor.rowcount == 5000, cursor.rowcount
connection.commit()
job.fails(1146, lambda: cursor.execute(statement.replace("dt", "nowhere")))
cursor.execute("SELECT 1")
assert cursor.fetchall() in ([(1,)], ((1,),))
connection.close()
