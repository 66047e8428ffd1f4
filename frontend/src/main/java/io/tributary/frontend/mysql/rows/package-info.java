/** The MySQL door: connections, commands, parameters to rows, result sets, error packets. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.mysql.rows;
