@org.jspecify.annotations.NullMarked
package io.tributary.log;
