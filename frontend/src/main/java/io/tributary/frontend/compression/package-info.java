/** Bodies of requests that come compressed: portion by portion, whatever one piece of them blows up to. */
@org.jspecify.annotations.NullMarked
package io.tributary.frontend.compression;
