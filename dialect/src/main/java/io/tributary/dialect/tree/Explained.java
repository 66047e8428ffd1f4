package io.tributary.dialect.tree;

/** A query, and what is told of it. */
public record Explained(PlanForm plan, Query query) {}
