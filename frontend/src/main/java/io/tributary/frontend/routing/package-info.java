/** Which backend owns which table, and what exists there: the catalog snapshots that planning and logging in read. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.routing;
