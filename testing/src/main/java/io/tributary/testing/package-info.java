/** What the tests of all modules share; never a part of the distribution. */
@org.jspecify.annotations.NullMarked
package io.tributary.testing;
