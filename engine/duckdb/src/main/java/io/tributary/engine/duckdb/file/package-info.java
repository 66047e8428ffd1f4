@org.jspecify.annotations.NullMarked
package io.tributary.engine.duckdb.file;
