/** Random queries, asked of Tributary and of a MariaDB, and what differs in their answers. */
@NullMarked
package io.tributary.test.sql;

import org.jspecify.annotations.NullMarked;
