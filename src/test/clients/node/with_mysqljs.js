'use strict';
// mysql (mysqljs): the old driver without authentication plugins; several statements at once are queued by the driver.

const assert = require('node:assert');
const {promisify} = require('node:util');
const mysql = require('mysql');

const account = {host: '127.0.0.1', port: Number(process.env.TEST_PORT), user: 'root', database: process.env.TEST_DB};

const COLUMNS = 'id, big, amount, ratio, active, day, moment, name, raw';

function row(i) {
  return [
    i, i * 1000003, '12345678901234.' + String(i).padStart(4, '0'), i / 8, i % 2 === 0, '2024-02-29',
    '2024-02-29 12:34:56', `it's "quoted" \\ ü 漢 😀 ${i}`, Buffer.from([0, 1, 39, 92, 255, i]),
  ];
}

// The driver makes a number of a DECIMAL, which has more digits than that.
function exact(field, next) {
  return field.type === 'NEWDECIMAL' ? field.string() : next();
}

async function main() {
  const connection = mysql.createConnection({...account, dateStrings: true, multipleStatements: true});
  const query = promisify(connection.query).bind(connection);
  await promisify(connection.connect).call(connection);
  await query(`CREATE TABLE w (id INT NOT NULL, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE, active BOOLEAN, day DATE,
    moment DATETIME, name VARCHAR(100), raw VARBINARY(300)) DUPLICATE KEY(id)`);
  await query('SET group_commit = sync_mode');
  const rows = [...Array(100).keys()].map(row);
  const written = await query(`INSERT INTO w (${COLUMNS}) VALUES ?`, [rows]);
  assert.strictEqual(written.affectedRows, 100);
  assert.match(written.message, /group_commit_/);
  await query('INSERT INTO w SET ?', {id: 100, name: 'object'});

  const found = await query({sql: 'SELECT * FROM w WHERE id < ? ORDER BY id', typeCast: exact}, [100]);
  assert.deepStrictEqual(
    found.map((one) => Object.values(one)),
    rows.map((one) => one.map((value) => typeof value === 'boolean' ? Number(value) : value)));
  const [empty] = await query(`SELECT ${COLUMNS} FROM w WHERE id = 100`);
  assert.deepStrictEqual(Object.values(empty), [100, null, null, null, null, null, null, 'object', null]);

  await promisify(connection.beginTransaction).call(connection);
  await query('INSERT INTO w (id) VALUES (?)', [200]);
  await promisify(connection.rollback).call(connection);
  const answers = await Promise.all([query('SELECT 1 AS a'), query('SELECT 2 AS a'), query('SELECT 3 AS a')]);
  assert.deepStrictEqual(answers.map((one) => one[0].a), [1, 2, 3]);
  const several = await query("SELECT 1 AS a; UPDATE w SET big = 1 WHERE id < 3; SELECT 'two' AS b");
  assert.strictEqual(several[1].affectedRows, 3);
  assert.strictEqual(several[2][0].b, 'two');
  await assert.rejects(query('SELECT * FROM nowhere'), {errno: 1146, code: 'ER_NO_SUCH_TABLE'});
  await promisify(connection.ping).call(connection);
  await promisify(connection.statistics).call(connection);
  await promisify(connection.changeUser).call(connection, {user: 'root', database: account.database});
  const rest = await query('SELECT count(*) AS n FROM w WHERE id >= 200');
  assert.strictEqual(Number(rest[0].n), 0);
  await promisify(connection.end).call(connection);

  const pool = mysql.createPool({...account, connectionLimit: 3});
  const pooled = promisify(pool.query).bind(pool);
  await Promise.all([...Array(12).keys()].map((i) => pooled('INSERT INTO w (id) VALUES (?)', [300 + i])));
  const [typed] = await pooled('SELECT amount, day, moment FROM w WHERE id = 0');
  assert.strictEqual(typed.amount, 12345678901234);
  assert.deepStrictEqual([typed.day, typed.moment], [new Date(2024, 1, 29), new Date(2024, 1, 29, 12, 34, 56)]);
  const counted = await pooled('SELECT count(*) AS n FROM w WHERE id >= 300');
  assert.strictEqual(Number(counted[0].n), 12);
  await promisify(pool.end).call(pool);
}

main().then(() => console.log('ok'), (error) => {
  console.error(error);
  process.exit(1);
});
