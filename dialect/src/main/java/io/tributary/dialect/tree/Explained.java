package io.tributary.dialect.tree;

/** A statement, and what is told of it: of one that changes rows always a plan. */
public record Explained(PlanForm plan, RowStatement statement) {}
