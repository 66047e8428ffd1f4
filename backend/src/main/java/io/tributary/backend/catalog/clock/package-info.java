/** What the clock changes of tables: partitions that come and go by {@code dynamic_partition.*}. */
@NullMarked
package io.tributary.backend.catalog.clock;

import org.jspecify.annotations.NullMarked;
