package io.tributary.frontend.execution;

import io.tributary.columnar.SpoolDirectory;

/**
 * Room that loads may take here before a backend has them. Any thread.
 *
 * @param staged encoded rows that wait for a COMMIT or for the end of their file
 * @param memory what is no block of rows yet, or is one on its way
 * @param spool files of formats that are read whole
 */
public record LoadRoom(StagedBudget staged, LoadMemory memory, SpoolDirectory spool) {}
