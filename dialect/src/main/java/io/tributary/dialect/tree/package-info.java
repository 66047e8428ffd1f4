/** Queries as MySQL's grammar reads them, before anybody has looked up a name. */
@org.jspecify.annotations.NullMarked
package io.tributary.dialect.tree;
