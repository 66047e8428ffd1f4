'use strict';
// Connects by the driver named by the first argument and writes three rows: what the packet captures show.

const name = process.argv[2];
const driver = require(name);
const connection = driver.createConnection(
  {host: '127.0.0.1', port: Number(process.env.TEST_PORT), user: 'root', database: process.env.TEST_DB});
const rows = [[1, 'Ann', 12.5, '2024-02-29 12:34:56'], [2, "Bob's", null, null], [3, 'Zoë', 0, '2024-02-29 12:34:56']];

function check(error) {
  if (error) {
    throw error;
  }
}

connection.query('SET group_commit = sync_mode', check);
connection.query('INSERT INTO c (id, name, amount, moment) VALUES ?', [rows], check);
if (name === 'mysql2') {
  for (const row of rows) {
    connection.execute('INSERT INTO c (id, name, amount, moment) VALUES (?, ?, ?, ?)', row, check);
  }
}
connection.end((error) => {
  check(error);
  console.log(require(name + '/package.json').version);
});
