@org.jspecify.annotations.NullMarked
package io.tributary.backend.engine.duckdb.function;
