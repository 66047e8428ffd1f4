/** Stream Load: bodies, requests and answers. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.doris.load;
