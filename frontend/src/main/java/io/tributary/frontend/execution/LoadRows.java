package io.tributary.frontend.execution;

/** The rows of a load's body, and, for who is told of bad ones, how they came. */
interface LoadRows extends RowSource, RejectedRows.Lines {}
