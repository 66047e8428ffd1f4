/** A statement's text as the parser reads it: its shape, which has no values, its literals and its labels. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.lex;
