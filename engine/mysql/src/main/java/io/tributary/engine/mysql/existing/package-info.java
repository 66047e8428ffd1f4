/** Tables of a server that others have made. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql.existing;
