/** The vocabulary of the MySQL client/server protocol: flags, codes, and length-encoded primitives. */
@org.jspecify.annotations.NullMarked
package io.tributary.protocol;
