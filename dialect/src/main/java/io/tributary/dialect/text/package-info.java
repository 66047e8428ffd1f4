/** What is written into a statement's text for an engine that has neither partitions nor hidden columns. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.text;
