/** What the demo loads, and what it tells of it. */
@NullMarked
package io.tributary.cli.demo;

import org.jspecify.annotations.NullMarked;
