"""SQLAlchemy engines whose sessions group their writes."""

import sqlalchemy as sa

import job


def grouping(driver):
    engine = sa.create_engine("mysql+%s://root:@127.0.0.1:%d/%s" % (driver, job.PORT, job.DATABASE))

    @sa.event.listens_for(engine, "connect")
    def group_commit(connection, record):
        cursor = connection.cursor()
        cursor.execute("SET group_commit = sync_mode")
        cursor.close()

    return engine


def loads(engine):
    """As job.loads."""
    with engine.connect() as connection:
        return job.loads_of(connection.execute(sa.text("SHOW STATUS")))
