/** What Tributary keeps on the server beside the rows, in a database of its own. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql.store;
