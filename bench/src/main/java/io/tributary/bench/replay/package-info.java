/**
 * A MySQL client that costs almost nothing: it sends packets that were encoded beforehand and reads of a reply whether
 * it is OK. It speaks the client's side with code of its own, so that a mistake in the server's codec is not repeated here.
 */
@NullMarked
package io.tributary.bench.replay;

import org.jspecify.annotations.NullMarked;
