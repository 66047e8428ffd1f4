@org.jspecify.annotations.NullMarked
package io.tributary.planner.sql.query;
