/** Rows that were encoded for a table as it was. */
@org.jspecify.annotations.NullMarked
package io.tributary.contract.row.change;
