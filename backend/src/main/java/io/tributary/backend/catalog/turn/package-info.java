/** When a definition may be changed: one after another at each place, and not while somebody must see all of them as they are. */
@NullMarked
package io.tributary.backend.catalog.turn;

import org.jspecify.annotations.NullMarked;
