/** Blocks of rows as statements. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql.rows;
