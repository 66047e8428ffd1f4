@org.jspecify.annotations.NullMarked
package io.tributary.frontend.write;
