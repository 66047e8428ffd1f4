'use strict';
// TypeORM: synchronize twice, columns of its own (dates of creation and change, enums, arrays), relations, inserts through group commit.

require('reflect-metadata');
const assert = require('node:assert');
const {DataSource, EntitySchema} = require('typeorm');

const User = new EntitySchema({
  name: 'User',
  columns: {
    id: {type: 'int', primary: true, generated: true},
    name: {type: 'varchar', length: 40, unique: true},
    state: {type: 'enum', enum: ['new', 'old'], default: 'new'},
    flag: {type: 'boolean', default: false},
    age: {type: 'int', unsigned: true, nullable: true},
    doc: {type: 'json', nullable: true},
    tags: {type: 'simple-array', nullable: true},
    at: {type: 'time', nullable: true},
    year: {type: 'year', nullable: true},
    bits: {type: 'bit', nullable: true},
    made: {type: 'datetime', createDate: true},
    changed: {type: 'timestamp', updateDate: true},
  },
  indices: [{name: 'by_age', columns: ['age']}],
  checks: [{name: 'adult', expression: '`age` >= 0'}],
  relations: {posts: {type: 'one-to-many', target: 'Post', inverseSide: 'user'}},
});
const Post = new EntitySchema({
  name: 'Post',
  columns: {id: {type: 'int', primary: true, generated: true}, title: {type: 'varchar'}},
  relations: {
    user: {type: 'many-to-one', target: 'User', inverseSide: 'posts', onDelete: 'CASCADE', joinColumn: true},
  },
});

function connect() {
  return new DataSource({
    type: 'mysql', host: '127.0.0.1', port: Number(process.env.TEST_PORT), username: 'root', password: '',
    database: process.env.TEST_DB, synchronize: true, entities: [User, Post], extra: {connectionLimit: 1},
  }).initialize();
}

async function loads(source) {
  return Number((await source.query("SHOW STATUS LIKE 'Group_commit_sync_mode'"))[0].Value);
}

async function main() {
  await (await connect()).destroy();
  const source = await connect();
  await source.query('SET group_commit = sync_mode');
  const users = source.getRepository('User');
  const before = await loads(source);
  await users.insert(Array.from({length: 300}, (_, i) => ({
    name: `n${i}`, age: i, doc: {i}, tags: ['a', 'b'], at: '01:02:03', year: 1999, flag: i % 2 === 1, bits: Buffer.from([1]),
  })));
  assert.strictEqual(await loads(source), before + 1);
  const user = await users.findOneBy({name: 'n7'});
  await source.getRepository('Post').save({title: 'x', user});
  user.age = 77;
  await users.save(user);

  const back = await users.findOne({where: {name: 'n7'}, relations: {posts: true}});
  assert.strictEqual(await users.count(), 300);
  assert.deepStrictEqual(
    [back.age, back.state, back.flag, back.doc, back.tags, back.at, back.year, back.posts[0].title, [...back.bits]],
    [77, 'new', true, {i: 7}, ['a', 'b'], '01:02:03', 1999, 'x', [1]]);
  await assert.rejects(users.insert({name: 'bad', state: 'other'}), {errno: 1265});
  await source.destroy();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
