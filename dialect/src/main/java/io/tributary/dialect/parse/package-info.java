/** MySQL's grammar by recursive descent: a statement's tokens become a tree. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.parse;
