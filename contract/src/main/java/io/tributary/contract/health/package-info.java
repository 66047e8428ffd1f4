/** Whether a process still does what it is there for. */
@org.jspecify.annotations.NullMarked
package io.tributary.contract.health;
