/** The image of docker/Dockerfile, run. */
@NullMarked
package io.tributary.test.docker;

import org.jspecify.annotations.NullMarked;
