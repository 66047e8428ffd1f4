"""SQLAlchemy: tables with foreign keys, checks and enums are made, reflected, made again from that, and told alike."""

import sqlalchemy as sa

import engines

engine = engines.grouping("pymysql")
meta = sa.MetaData()
users = sa.Table(
    "users",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), unique=True, nullable=False),
    sa.Column("state", sa.Enum("new", "old")),
    sa.Column("age", sa.Integer, sa.CheckConstraint("age >= 0", name="adult")),
    sa.Column("at", sa.Time),
    sa.Column("doc", sa.JSON),
    sa.Column("active", sa.Boolean),
    sa.Column("price", sa.Numeric(10, 2)),
)
posts = sa.Table(
    "posts",
    meta,
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("user_id", sa.ForeignKey("users.id", ondelete="CASCADE")),
    sa.Column("body", sa.Text),
    sa.Index("by_user", "user_id"),
)


def told():
    inspector = sa.inspect(engine)
    return {
        table: [
            [(column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(table)],
            inspector.get_pk_constraint(table),
            inspector.get_foreign_keys(table),
            inspector.get_check_constraints(table),
            inspector.get_indexes(table),
        ]
        for table in ("users", "posts")
    }


meta.create_all(engine)
with engine.begin() as connection:
    connection.execute(
        users.insert(),
        [{"name": f"n{i}", "state": "new", "age": i, "doc": {"i": i}, "active": True, "price": i} for i in range(200)],
    )
    connection.execute(posts.insert(), [{"user_id": 1, "body": "b"}])
first = told()
assert first["posts"][2][0]["referred_table"] == "users", first
assert first["users"][3] == [{"name": "adult", "sqltext": "(`age` >= 0)"}], first

reflected = sa.MetaData()
reflected.reflect(engine)
meta.drop_all(engine)
reflected.create_all(engine)
assert told() == first, (told(), first)
