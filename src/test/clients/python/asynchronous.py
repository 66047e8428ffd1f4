"""aiomysql and asyncmy, as named by the first argument: a pool whose tasks write and read at the same time."""

import asyncio
import importlib
import sys

import job

driver = importlib.import_module(sys.argv[1])


def row(i):
    values = job.row(i)
    # aiomysql 0.3 calls a function for bytes that PyMySQL 1.2 no longer has.
    return values[:9] + (None,) + values[10:] if sys.argv[1] == "aiomysql" else values


async def fetch(connection, text, *arguments):
    async with connection.cursor() as cursor:
        await cursor.execute(text, arguments)
        return await cursor.fetchall()


async def loads(connection):
    return job.loads_of(await fetch(connection, "SHOW STATUS"))


async def write(pool, first):
    async with pool.acquire() as connection:
        async with connection.cursor() as cursor:
            await cursor.execute("SET group_commit = sync_mode")
            await cursor.executemany(job.insert_text(), [row(i) for i in range(first, first + 50)])
            assert cursor.rowcount == 50, cursor.rowcount
        await connection.commit()


async def main():
    options = {"db" if name == "database" else name: value for name, value in job.ACCOUNT.items()}
    async with driver.create_pool(minsize=1, maxsize=3, **options) as pool:
        async with pool.acquire() as connection:
            await fetch(connection, job.TABLE)
            before = await loads(connection)
        await asyncio.gather(*[write(pool, 50 * i) for i in range(6)])
        async with pool.acquire() as connection:
            job.compare(
                await fetch(connection, "SELECT * FROM v WHERE id >= %s ORDER BY id", 0), [row(i) for i in range(300)]
            )
            job.expect_loads(before, await loads(connection), sync_mode=6)
            async with connection.cursor() as cursor:
                await cursor.executemany(job.insert_text(), [row(i) for i in range(300, 310)])
            await connection.rollback()
            job.expect_loads(before, await loads(connection), sync_mode=6)
            assert (await fetch(connection, "SELECT count(*) FROM v"))[0][0] == 300
            await connection.ping()
            try:
                await fetch(connection, "SELECT * FROM nowhere")
                raise AssertionError("a table that is nowhere")
            except driver.errors.ProgrammingError if hasattr(driver, "errors") else driver.ProgrammingError as error:
                assert error.args[0] == 1146, error


asyncio.run(main())
