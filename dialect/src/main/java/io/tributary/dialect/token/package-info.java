/** The words of MySQL's text: what is read, or written, before anybody knows what a statement means. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.token;
