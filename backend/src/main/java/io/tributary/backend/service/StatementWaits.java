package io.tributary.backend.service;

/**
 * All that a statement may wait for beside its thread, each with an end.
 *
 * @param log what was acknowledged before it, and the loads of its table
 * @param changes other statements that need its table's barrier; only the first of them asks for a turn and a thread
 * @param turns other statements that write its table
 * @param answers the engine
 * @param recovery rows of its table that the start found in the log
 */
public record StatementWaits(
        LogWaits log, TableTurns changes, TableTurns turns, TimedAnswers answers, RecoveryWaits recovery) {}
