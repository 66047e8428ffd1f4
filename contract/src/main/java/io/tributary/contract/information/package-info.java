/** What information_schema and SHOW tell of databases, tables and columns: one source for frontend and backend. */
@org.jspecify.annotations.NullMarked
package io.tributary.contract.information;
