/** What engines ask of rows before they store them. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.port.rows;
