package io.tributary.frontend.load.format;

/** The rows of a load's body, and, for who is told of bad ones, how they came. */
public interface LoadRows extends RowSource, RejectedRows.Lines {}
