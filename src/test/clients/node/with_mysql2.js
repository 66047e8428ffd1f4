'use strict';
// mysql2: text and prepared statements, a pool, changeUser, several results, streams.

const assert = require('node:assert');
const mysql = require('mysql2/promise');

const account = {host: '127.0.0.1', port: Number(process.env.TEST_PORT), user: 'root', database: process.env.TEST_DB};
const COLUMNS = 'id, big, amount, ratio, active, day, moment, name, raw';

function row(i) {
  return [
    i, i * 1000003, '12345678901234.' + String(i).padStart(4, '0'), i / 8, i % 2, '2024-02-29',
    '2024-02-29 12:34:56.789012', `it's "quoted" \\ ü 漢 😀 ${i}`, Buffer.from([0, 1, 39, 92, 255, i]),
  ];
}

/** Loads of the server that were committed so, since it started. */
async function grouped(connection) {
  const [rows] = await connection.query("SHOW STATUS LIKE 'Group_commit_sync_mode'");
  return Number(rows[0].Value);
}

async function main() {
  const connection = await mysql.createConnection(
    {...account, dateStrings: true, multipleStatements: true, supportBigNumbers: true, compress: false});
  await connection.query(`CREATE TABLE v (id INT NOT NULL, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE,
    active BOOLEAN, day DATE, moment DATETIME(6), name VARCHAR(100), raw VARBINARY(300)) DUPLICATE KEY(id)`);
  await connection.query('SET group_commit = sync_mode');

  const before = await grouped(connection);
  const rows = [...Array(100).keys()].map(row);
  const [written] = await connection.query(`INSERT INTO v (${COLUMNS}) VALUES ?`, [rows]);
  assert.strictEqual(written.affectedRows, 100);
  assert.match(written.info, /group_commit_/);
  for (let i = 100; i < 110; i++) {
    const [one] = await connection.execute(`INSERT INTO v (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, row(i));
    assert.strictEqual(one.affectedRows, 1);
  }
  await connection.execute('INSERT INTO v (id, name) VALUES (?, ?)', [110, null]);
  assert.strictEqual(await grouped(connection) - before, 12);

  for (const run of ['query', 'execute']) {
    const [found] = await connection[run]({sql: 'SELECT * FROM v WHERE id < ? ORDER BY id', rowsAsArray: true}, [110]);
    assert.deepStrictEqual(found, [...Array(110).keys()].map(row), run);
  }

  await connection.beginTransaction();
  await connection.execute('INSERT INTO v (id) VALUES (?)', [200]);
  await connection.rollback();
  await connection.beginTransaction();
  await connection.execute('INSERT INTO v (id) VALUES (?)', [201]);
  await connection.commit();
  const [[after]] = await connection.query('SELECT count(*) AS n FROM v WHERE id >= 200');
  assert.strictEqual(Number(after.n), 1);

  const [several] = await connection.query("SELECT 1 AS a; UPDATE v SET big = 1 WHERE id < 3; SELECT 'two' AS b");
  assert.strictEqual(several[0][0].a, 1);
  assert.strictEqual(several[1].affectedRows, 3);
  assert.strictEqual(several[2][0].b, 'two');

  await assert.rejects(connection.query('SELECT * FROM nowhere'), {errno: 1146, sqlState: '42S02'});
  await assert.rejects(connection.execute('SELECT * FROM nowhere'), {errno: 1146});
  await assert.rejects(connection.query('INSERT INTO v (id) VALUES (NULL)'), {errno: 1048});
  await connection.changeUser({user: 'root', database: account.database});
  await connection.ping();
  const [[still]] = await connection.query('SELECT database() AS d');
  assert.strictEqual(still.d, account.database);
  let streamed = 0;
  for await (const one of connection.connection.query('SELECT id FROM v ORDER BY id').stream()) {
    assert.ok(one.id >= 0);
    streamed++;
  }
  assert.strictEqual(streamed, 112);
  await connection.end();

  const pool = mysql.createPool({...account, connectionLimit: 3});
  await Promise.all([...Array(12).keys()].map((i) => pool.execute('INSERT INTO v (id) VALUES (?)', [300 + i])));
  const [[pooled]] = await pool.query('SELECT count(*) AS n FROM v WHERE id >= 300');
  assert.strictEqual(Number(pooled.n), 12);
  await pool.end();

  const compressed = await mysql.createConnection({...account, compress: true});
  const [[long]] = await compressed.query("SELECT repeat('x', 100000) AS x");
  assert.strictEqual(long.x.length, 100000);
  await compressed.end();
}

main().then(() => console.log('ok'), (error) => {
  console.error(error);
  process.exit(1);
});
