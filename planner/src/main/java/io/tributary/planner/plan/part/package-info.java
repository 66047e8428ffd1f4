@org.jspecify.annotations.NullMarked
package io.tributary.planner.plan.part;
