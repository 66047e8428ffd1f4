package io.tributary.dialect.tree;

/** What reads rows of tables, or changes them. */
public sealed interface RowStatement permits Query, Change {}
