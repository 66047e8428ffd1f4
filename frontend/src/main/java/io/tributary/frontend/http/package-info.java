/** The HTTP door: Stream Load, health and metrics. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.http;
