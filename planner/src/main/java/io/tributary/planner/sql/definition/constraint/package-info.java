/** What CREATE and ALTER TABLE say of FOREIGN KEY, of CHECK and of generated columns. */
@org.jspecify.annotations.NullMarked
package io.tributary.planner.sql.definition.constraint;
