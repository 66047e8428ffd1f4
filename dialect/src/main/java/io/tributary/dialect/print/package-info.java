/** Bound queries as the text of an engine. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.print;
