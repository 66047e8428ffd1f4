/** Results of queries as blocks of rows. */
@org.jspecify.annotations.NullMarked
package io.tributary.engine.mysql.query;
