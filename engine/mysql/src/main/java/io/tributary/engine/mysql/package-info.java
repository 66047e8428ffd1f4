/** Tables on a server that speaks MySQL's protocol: MySQL, MariaDB, Galera, TiDB. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql;
