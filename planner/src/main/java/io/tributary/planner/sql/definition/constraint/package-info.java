/** What CREATE and ALTER TABLE say of FOREIGN KEY and CHECK. */
@org.jspecify.annotations.NullMarked
package io.tributary.planner.sql.definition.constraint;
