/** The types of MySQL's values, and the rules that give an expression its own. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.type;
