/** What the server answers: OK, ERR, EOF, column definitions, and rows of both protocols. */
@org.jspecify.annotations.NullMarked
package io.tributary.protocol.response;
