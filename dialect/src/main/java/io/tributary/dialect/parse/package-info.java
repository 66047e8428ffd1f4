/** MySQL's grammar, which Druid reads: a statement's shape becomes a tree. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.parse;
