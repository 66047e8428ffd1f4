/**
 * Histories of the backend's core, drawn from a seed: the ingest agent, its log, batches, commits and recovery run step by
 * step on a disk, an engine and clocks that fail, die and jump, and a model says what may have come of it.
 */
@org.jspecify.annotations.NullMarked
package io.tributary.backend.simulation;
