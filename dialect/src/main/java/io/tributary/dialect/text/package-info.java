/** What an engine without partitions, and without numbers in hexadecimal digits, is told instead of them. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.text;
