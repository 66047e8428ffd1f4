/** What the rows of a block under construction are held to beside their columns. */
@org.jspecify.annotations.NullMarked
package io.tributary.contract.row.check;
