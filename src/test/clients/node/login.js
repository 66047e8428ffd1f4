'use strict';
// Logs in by the driver named by the first argument, once for each further one: port,user,password,"plain" or "tls".
// Prints what came of each: "ok", USER() and the version of TLS, or "error", its number and its text.

const {promisify} = require('node:util');
const driver = require(process.argv[2]);

async function logIn(port, user, password, transport) {
  const ssl = transport === 'tls' ? {ssl: {rejectUnauthorized: false}} : {};
  const connection = driver.createConnection({host: '127.0.0.1', port: Number(port), user, password, ...ssl});
  connection.on('error', () => {}); // it is told to connect() as well
  await promisify(connection.connect).call(connection);
  const query = promisify(connection.query).bind(connection);
  const [{name}] = await query('SELECT USER() AS name');
  const [{Value: version}] = await query("SHOW STATUS LIKE 'Ssl_version'");
  await promisify(connection.end).call(connection);
  return `ok ${name} ${version || 'plain'}`;
}

async function main() {
  for (const argument of process.argv.slice(3)) {
    try {
      console.log(await logIn(...argument.split(',')));
    } catch (error) {
      console.log(`error ${error.errno} ${error.sqlMessage || error.message}`);
    }
  }
}

main();
