/** Executes plans: chooses the path of each statement and runs it, independent of Netty and of the wire. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.execution;
