/** The functions and operators that statements may use: one table, which all that asks about them reads. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.registry;
