/** Connections to the server, and what its errors mean. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql.session;
