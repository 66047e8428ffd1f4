/** Queries whose names are looked up and whose every value has a type. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.bind;
