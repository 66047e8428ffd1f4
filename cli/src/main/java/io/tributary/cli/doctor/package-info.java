/** What {@code tributary doctor} looks at. */
@NullMarked
package io.tributary.cli.doctor;

import org.jspecify.annotations.NullMarked;
