/** Lines of a web server's log, made up, as log shippers send them. */
@NullMarked
package io.tributary.bench.httplogs;

import org.jspecify.annotations.NullMarked;
