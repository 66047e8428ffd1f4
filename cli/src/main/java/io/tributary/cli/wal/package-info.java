@org.jspecify.annotations.NullMarked
package io.tributary.cli.wal;
