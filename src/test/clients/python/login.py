"""Logs in by the driver named by the first argument, once for each further one: port,user,password,"plain" or "tls".

Prints what came of each: "ok", USER() and the version of TLS, or "error", its number and its text.
"""

import sys

if sys.argv[1].startswith("connector-python"):
    import _mysql_connector  # noqa: F401 first, see with_connector_python.py

import asyncio
import importlib
import ssl

QUESTIONS = ("SELECT USER()", "SHOW STATUS LIKE 'Ssl_version'")

anyone = ssl.create_default_context()
anyone.check_hostname = False
anyone.verify_mode = ssl.CERT_NONE


def connect(driver, account, tls):
    if driver == "pymysql":
        import pymysql

        return pymysql.connect(**account, **({"ssl": anyone} if tls else {"ssl_disabled": True}))
    if driver == "mysqlclient":
        import MySQLdb

        return MySQLdb.connect(**account, **({"ssl_mode": "REQUIRED"} if tls else {}))
    import mysql.connector

    return mysql.connector.connect(**account, use_pure=driver == "connector-python", ssl_disabled=not tls)


def ask(driver, account, tls):
    connection = connect(driver, account, tls)
    answers = []
    for question in QUESTIONS:
        cursor = connection.cursor()
        cursor.execute(question)
        answers.append(cursor.fetchall()[0][-1])
        cursor.close()
    connection.close()
    return answers


async def ask_asynchronously(driver, account, tls):
    connection = await importlib.import_module(driver).connect(**account, ssl=anyone if tls else None)
    answers = []
    for question in QUESTIONS:
        async with connection.cursor() as cursor:
            await cursor.execute(question)
            answers.append((await cursor.fetchall())[0][-1])
    await connection.ensure_closed()
    return answers


def log_in(driver, port, user, password, transport):
    account = {"host": "127.0.0.1", "port": int(port), "user": user, "password": password}
    try:
        if driver in ("aiomysql", "asyncmy"):
            name, version = asyncio.run(ask_asynchronously(driver, account, transport == "tls"))
        else:
            name, version = ask(driver, account, transport == "tls")
        return "ok %s %s" % (name, version or "plain")
    except Exception as error:
        number, text = (error.errno, error.msg) if hasattr(error, "msg") else (error.args + ("", ""))[:2]
        return "error %s %s" % (number, " ".join(str(text).split()))


for argument in sys.argv[2:]:
    print(log_in(sys.argv[1], *argument.split(",")))
