"""pandas: to_sql row by row and with method="multi", append and replace, read_sql."""

import pandas
import sqlalchemy as sa

import engines
import job

engine = engines.grouping("pymysql")
frame = pandas.DataFrame(
    {
        "id": range(1000),
        "name": ["name%d" % i for i in range(1000)],
        "ratio": [i / 8 for i in range(1000)],
        "moment": pandas.date_range("2024-02-29 12:00:00", periods=1000, freq="s"),
        "flag": [i % 2 == 0 for i in range(1000)],
        "hole": [None if i % 3 else float(i) for i in range(1000)],
    }
)

for method in (None, "multi"):
    before = engines.loads(engine)
    assert frame.to_sql("frame", engine, if_exists="replace", index=False, method=method, chunksize=400) in (None, 1000)
    job.expect_loads(before, engines.loads(engine), sync_mode=1)
    frame.to_sql("frame", engine, if_exists="append", index=False, method=method)
    job.expect_loads(before, engines.loads(engine), sync_mode=2)
    found = pandas.read_sql("SELECT * FROM frame ORDER BY id", engine)
    assert len(found) == 2000, len(found)
    once = found.iloc[::2].reset_index(drop=True)
    assert list(once["id"]) == list(frame["id"])
    assert list(once["name"]) == list(frame["name"])
    assert list(once["ratio"]) == list(frame["ratio"])
    assert list(pandas.to_datetime(once["moment"])) == list(frame["moment"])
    assert list(once["flag"].astype(bool)) == list(frame["flag"])
    assert once["hole"].isna().sum() == frame["hole"].isna().sum()

table = pandas.read_sql_table("frame", engine, columns=["id", "name"])
assert list(table.columns) == ["id", "name"] and len(table) == 2000
query = pandas.read_sql_query(sa.text("SELECT name FROM frame WHERE id = :id"), engine, params={"id": 7})
assert list(query["name"]) == ["name7", "name7"]
frame.to_sql("indexed", engine, index=True, index_label="row_id")
engine.dispose()
