/** A statement as tokens, its literals, and the key of its shape. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.lex;
