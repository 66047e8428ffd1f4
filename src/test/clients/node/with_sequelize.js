'use strict';
// Sequelize: sync in all its forms, associations, every type that it has for MySQL, bulk creates through group commit.

const assert = require('node:assert');
const {DataTypes, Sequelize} = require('sequelize');

async function loads(database) {
  return Number((await database.query("SHOW STATUS LIKE 'Group_commit_sync_mode'"))[0][0].Value);
}

async function main() {
  const database = new Sequelize(process.env.TEST_DB, 'root', '', {
    host: '127.0.0.1', port: Number(process.env.TEST_PORT), dialect: 'mysql', logging: false, pool: {max: 1},
  });
  const User = database.define('User', {
    id: {type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4, primaryKey: true},
    name: {type: DataTypes.STRING, unique: true},
    state: DataTypes.ENUM('new', 'old'),
    age: DataTypes.INTEGER.UNSIGNED,
    active: DataTypes.BOOLEAN,
    at: DataTypes.TIME,
    doc: DataTypes.JSON,
    price: DataTypes.DECIMAL(10, 2),
  });
  const Post = database.define('Post', {title: DataTypes.STRING, body: DataTypes.TEXT});
  const Tag = database.define('Tag', {name: DataTypes.STRING});
  User.hasMany(Post, {onDelete: 'CASCADE'});
  Post.belongsTo(User);
  Post.belongsToMany(Tag, {through: 'PostTag'});
  Tag.belongsToMany(Post, {through: 'PostTag'});
  await database.sync({force: true});
  await database.sync();
  await database.sync({alter: true});

  await database.query('SET group_commit = sync_mode');
  const before = await loads(database);
  await User.bulkCreate(Array.from({length: 500}, (_, i) => ({
    name: `u${i}`, state: i % 2 ? 'new' : 'old', age: i, active: i % 2 === 0, at: '10:00:07', doc: {i}, price: i + 0.5,
  })));
  assert.strictEqual(await loads(database), before + 1);
  const user = await User.findOne({where: {name: 'u7'}});
  const post = await Post.create({title: 't', body: 'b', UserId: user.id});
  await post.addTag(await Tag.create({name: 'x'}));
  await user.update({age: 70});

  const back = await User.findOne({where: {name: 'u7'}, include: {model: Post, include: Tag}});
  assert.strictEqual(await User.count(), 500);
  assert.deepStrictEqual(
    [back.age, back.active, back.state, back.at, back.doc, back.price, back.Posts[0].Tags[0].name],
    [70, false, 'new', '10:00:07', {i: 7}, '7.50', 'x']);
  await database.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
