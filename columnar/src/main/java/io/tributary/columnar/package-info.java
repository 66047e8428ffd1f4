/** Bodies that can only be read as a whole file: spooled to disk, then read by an engine of the frontend's own. */
@org.jspecify.annotations.NullMarked
package io.tributary.columnar;
