"""SQLAlchemy over each of its drivers: create_all, the unit of work, Core's batches, reflection."""

import datetime
import decimal

import sqlalchemy as sa
from sqlalchemy import orm

import engines
import job


class Base(orm.DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "person"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    name: orm.Mapped[str] = orm.mapped_column(sa.String(50), index=True)
    born: orm.Mapped[datetime.date | None]
    wealth: orm.Mapped[decimal.Decimal] = orm.mapped_column(sa.Numeric(12, 2))
    note: orm.Mapped[str | None] = orm.mapped_column(sa.Text)


for driver in ("pymysql", "mysqlconnector", "mysqldb"):
    engine = engines.grouping(driver)
    Base.metadata.create_all(engine)
    Base.metadata.create_all(engine)  # asks which tables are there

    with orm.Session(engine) as session:
        one = Person(name="Ann", born=datetime.date(1995, 1, 2), wealth=decimal.Decimal("12.50"), note="it's ü")
        two = Person(name="Bob", wealth=decimal.Decimal(0))
        session.add(one)
        session.flush()
        session.add(two)
        session.commit()
        assert one.id is not None and two.id is not None and one.id != two.id, (one.id, two.id)

    with orm.Session(engine) as session:
        ann = session.scalars(sa.select(Person).where(Person.name == "Ann")).one()
        assert (ann.born, ann.wealth, ann.note) == (datetime.date(1995, 1, 2), decimal.Decimal("12.50"), "it's ü")
        ann.wealth = decimal.Decimal("13.00")
        session.commit()
        assert session.scalar(sa.select(sa.func.count()).select_from(Person)) == 2
        session.delete(session.get(Person, ann.id))
        session.commit()
        assert session.scalars(sa.select(Person.name)).all() == ["Bob"]

    before = engines.loads(engine)
    with engine.begin() as connection:
        connection.execute(
            sa.insert(Person), [{"id": 1000 + i, "name": "n%d" % i, "wealth": decimal.Decimal(i)} for i in range(500)]
        )
    job.expect_loads(before, engines.loads(engine), sync_mode=1)
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT sum(wealth) FROM person WHERE id >= 1000")) == 124750
        connection.rollback()
        transaction = connection.begin()
        connection.execute(sa.insert(Person).values(id=5000, name="x", wealth=1))
        transaction.rollback()
        assert connection.scalar(sa.select(sa.func.count()).where(Person.id == 5000)) == 0

    inspector = sa.inspect(engine)
    assert inspector.get_table_names() == ["person"], inspector.get_table_names()
    columns = {column["name"]: column for column in inspector.get_columns("person")}
    assert list(columns) == ["id", "name", "born", "wealth", "note"], columns
    assert isinstance(columns["id"]["type"], sa.Integer) and not columns["id"]["nullable"]
    assert columns["name"]["type"].length == 50
    assert (columns["wealth"]["type"].precision, columns["wealth"]["type"].scale) == (12, 2)
    assert inspector.get_pk_constraint("person")["constrained_columns"] == ["id"]
    assert inspector.get_foreign_keys("person") == []
    inspector.get_indexes("person")
    assert inspector.has_table("person") and not inspector.has_table("nobody")
    reflected = sa.Table("person", sa.MetaData(), autoload_with=engine)
    assert [key.name for key in reflected.primary_key] == ["id"]

    Base.metadata.drop_all(engine)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()
