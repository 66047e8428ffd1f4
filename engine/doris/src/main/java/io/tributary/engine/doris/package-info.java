/** Tables on an Apache Doris or a StarRocks: each batch is a Stream Load under a label, all else goes over MySQL's protocol. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.doris;
