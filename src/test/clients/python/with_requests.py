"""Stream Load by requests: bodies with a length and in chunks, one connection, numbers as numbers in the answer."""

import os

import pymysql
import requests

from job import ACCOUNT, DATABASE

URL = "http://127.0.0.1:%s/api/%s/lines/_stream_load" % (os.environ["TEST_HTTP_PORT"], DATABASE)


def load(session, data, **headers):
    headers = {"Expect": "100-continue", "column_separator": ",", **headers}
    response = session.put(URL, data=data, headers=headers)
    assert response.status_code == 200, response.text
    answer = response.json()
    assert isinstance(answer["TxnId"], int), answer
    return answer


def chunks(rows):
    for i in range(rows):
        yield b"%d,chunk %d\n" % (i, i)


with pymysql.connect(**ACCOUNT) as connection, connection.cursor() as cursor:
    cursor.execute("CREATE TABLE lines (id INT NOT NULL, text VARCHAR(100)) DUPLICATE KEY(id)")
    session = requests.Session()
    session.auth = ("root", "")

    for mode in "async_mode", "sync_mode", "off_mode":
        answer = load(session, "1,härte\n2,漢\n".encode(), group_commit=mode)
        assert (answer["Status"], answer["NumberLoadedRows"]) == ("Success", 2), answer
        assert answer["GroupCommit"] == (mode != "off_mode"), answer
    answer = load(session, chunks(1000), group_commit="async_mode")
    assert (answer["Status"], answer["NumberLoadedRows"]) == ("Success", 1000), answer

    answer = load(session, b"1,a\n", label="once")
    assert answer["Status"] == "Success" and answer["Label"] == "once", answer
    answer = load(session, b"1,a\n", label="once")
    assert answer["Status"] == "Label Already Exists", answer
    answer = load(session, b"1,a\nx,b\n", strict_mode="true")
    assert answer["Status"] == "Fail", answer
    assert "src line [x,b]" in session.get(answer["ErrorURL"]).text

    refused = requests.put(URL, data=b"1,a\n", auth=("root", "wrong"))
    assert refused.status_code == 401, refused.text

    cursor.execute("SYNC lines")
    cursor.execute("SELECT COUNT(*), COUNT(DISTINCT text) FROM lines")
    assert cursor.fetchone() == (1007, 1003), "rows"
