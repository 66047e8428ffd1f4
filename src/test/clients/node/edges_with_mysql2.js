'use strict';
// mysql2 at the edges of JavaScript's types, by query (values in the text) and by execute (values as parameters).

const assert = require('node:assert');
const mysql = require('mysql2/promise');

const account = {host: '127.0.0.1', port: Number(process.env.TEST_PORT), user: 'root', database: process.env.TEST_DB};
const MOMENT = new Date(Date.UTC(2024, 1, 29, 12, 34, 56, 789));
const DOCUMENT = {name: 'it\'s "quoted" \\ ü', list: [1, 2.5, null, true]};

async function values(connection, run) {
  await connection.query(`CREATE TABLE e (id INT NOT NULL, big BIGINT, document JSON, moment DATETIME(3), flag BOOLEAN,
    ratio DOUBLE) DUPLICATE KEY(id)`);
  // An object is a JSON parameter of execute; in a text it would become a list of assignments.
  const document = run === 'execute' ? DOCUMENT : JSON.stringify(DOCUMENT);
  const insert = 'INSERT INTO e (id, big, document, moment, flag, ratio) VALUES (?, ?, ?, ?, ?, ?)';
  await connection[run](insert, [1, 2n ** 63n - 1n, document, MOMENT, true, 0.1]);
  await connection[run](insert, [2, '-9223372036854775808', null, null, false, 1e-300]);
  await connection[run](insert, [3, Number.MAX_SAFE_INTEGER, '[]', new Date(0), null, Number.MAX_VALUE]);
  const [rows] = await connection[run]({sql: 'SELECT * FROM e WHERE id > ? ORDER BY id', rowsAsArray: true}, [0]);
  const found = rows.map(([id, big, json, moment, ...rest]) => [
    id, big, typeof json === 'string' ? JSON.parse(json) : json, moment && moment.toISOString(), ...rest]);
  assert.deepStrictEqual(found, [
    [1, '9223372036854775807', DOCUMENT, MOMENT.toISOString(), 1, 0.1],
    [2, '-9223372036854775808', null, null, 0, 1e-300],
    [3, Number.MAX_SAFE_INTEGER, [], new Date(0).toISOString(), null, Number.MAX_VALUE],
  ]);
  for (const [column, value] of [['big', 2n ** 63n - 1n], ['moment', MOMENT], ['flag', true], ['ratio', 0.1]]) {
    const [equal] = await connection[run](`SELECT id FROM e WHERE ${column} = ?`, [value]);
    assert.deepStrictEqual(equal.map((row) => row.id), [1], column);
  }

  for (const value of [NaN, Infinity, -Infinity]) {
    for (const column of ['ratio', 'big']) {
      await assert.rejects(
        connection[run](`INSERT INTO e (id, ${column}) VALUES (9, ?)`, [value]),
        (error) => error.errno > 1000,
        `${column} = ${value}`);
    }
  }
  const [[{n}]] = await connection.query('SELECT count(*) AS n FROM e');
  assert.strictEqual(Number(n), 3);
}

// Numbers are bound as DOUBLE, which MySQL itself refuses here.
async function limits(connection, run) {
  const ids = async (text, parameters) => {
    const [rows] = await connection[run]({sql: `SELECT id FROM e ORDER BY id ${text}`, rowsAsArray: true}, parameters);
    return rows.flat();
  };
  assert.deepStrictEqual(await ids('LIMIT ?', [2]), [1, 2]);
  assert.deepStrictEqual(await ids('LIMIT ?, ?', [1, 2]), [2, 3]);
  assert.deepStrictEqual(await ids('LIMIT ? OFFSET ?', [1, 2]), [3]);
  assert.deepStrictEqual(await ids('LIMIT ?', [0]), []);
  await connection.query('DROP TABLE e');
}

async function closedTwice(connection) {
  const statement = await connection.prepare('SELECT ? + 1 AS two');
  const [rows] = await statement.execute([1]);
  assert.deepStrictEqual(rows.map((row) => Number(row.two)), [2]);
  await statement.close();
  await statement.close();
  connection.unprepare('SELECT ? + 1 AS two');
  await connection.ping();
  const [[again]] = await connection.execute('SELECT ? + 1 AS two', [1]);
  assert.strictEqual(Number(again.two), 2);
}

async function main() {
  const connection = await mysql.createConnection({...account, supportBigNumbers: true, timezone: 'Z'});
  for (const run of ['query', 'execute']) {
    await values(connection, run);
    await limits(connection, run);
  }
  await closedTwice(connection);
  await connection.end();
}

main().then(() => console.log('ok'), (error) => {
  console.error(error);
  process.exit(1);
});
