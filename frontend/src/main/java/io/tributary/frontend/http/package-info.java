/** The HTTP door: health and metrics; Stream Load will stand beside them. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.http;
