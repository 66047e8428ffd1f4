/** The way of a statement from its text to that of an engine. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.compile;
