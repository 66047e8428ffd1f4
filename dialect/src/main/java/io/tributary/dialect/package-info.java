@org.jspecify.annotations.NullMarked
package io.tributary.dialect;
