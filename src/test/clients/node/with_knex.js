'use strict';
// Knex: migrate.latest twice, rollback, its column types and checks, batches, an insert of many rows through group commit, a transaction.

const assert = require('node:assert');
const knex = require('knex');

const MIGRATIONS = {
  users: {
    up: (schema) => schema.createTable('users', (t) => {
      t.increments('id');
      t.string('name').notNullable().unique();
      t.enu('state', ['new', 'old']).defaultTo('new');
      t.integer('age').unsigned().checkPositive();
      t.boolean('active').defaultTo(false);
      t.json('doc');
      t.time('at');
      t.decimal('price', 8, 2);
      t.timestamps(true, true);
    }).createTable('posts', (t) => {
      t.bigIncrements('id');
      t.integer('user_id').unsigned().references('id').inTable('users').onDelete('CASCADE');
      t.text('body');
      t.index(['user_id']);
    }),
    down: (schema) => schema.dropTable('posts').dropTable('users'),
  },
  more: {
    up: (schema) => schema.alterTable('users', (t) => {
      t.string('mail', 80);
      t.dropColumn('price');
      t.setNullable('mail');
    }),
    down: (schema) => schema.alterTable('users', (t) => t.dropColumn('mail')),
  },
};

const migrationSource = {
  getMigrations: async () => Object.keys(MIGRATIONS),
  getMigrationName: (name) => name,
  getMigration: async (name) => ({
    up: (k) => MIGRATIONS[name].up(k.schema), down: (k) => MIGRATIONS[name].down(k.schema),
  }),
};

async function loads(database) {
  return Number((await database.raw("SHOW STATUS LIKE 'Group_commit_sync_mode'"))[0][0].Value);
}

async function main() {
  const database = knex({
    client: 'mysql2', migrations: {migrationSource}, pool: {min: 1, max: 1},
    connection: {host: '127.0.0.1', port: Number(process.env.TEST_PORT), user: 'root', database: process.env.TEST_DB},
  });
  assert.deepStrictEqual(await database.migrate.latest(), [1, ['users', 'more']]);
  assert.deepStrictEqual(await database.migrate.latest(), [1, []]);

  await database.raw('SET group_commit = sync_mode');
  await database.batchInsert('users', Array.from({length: 300}, (_, i) => ({
    name: `n${i}`, age: i + 1, active: i % 2, doc: JSON.stringify({i}), at: '10:00:00',
  })), 100);
  // What batchInsert sends is a transaction; an insert of its own is one load of group commit.
  const before = await loads(database);
  await database('users').insert(Array.from({length: 100}, (_, i) => ({name: `g${i}`, age: i + 1})));
  assert.strictEqual(await loads(database), before + 1);
  await database('users').where({name: 'n2'}).update({age: 50});
  await database.transaction(async (t) => {
    const [id] = await t('users').insert({name: 'tx', age: 1});
    await t('posts').insert({user_id: id, body: 'b'});
  });

  assert.strictEqual((await database('users').count('* as c'))[0].c, 401);
  assert.deepStrictEqual(
    {...await database('users').where({name: 'n2'}).first('age', 'state', 'active', 'at')},
    {age: 50, state: 'new', active: 0, at: '10:00:00'});
  assert.strictEqual(
    (await database('users').join('posts', 'users.id', 'posts.user_id').select('name'))[0].name, 'tx');
  await assert.rejects(database('users').insert({name: 'bad', age: 0}), {errno: 3819});
  assert.deepStrictEqual(await database.migrate.rollback(undefined, true), [1, ['more', 'users']]);
  await database.destroy();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
