package io.tributary.engine.port;

/**
 * Whether an engine can run on this machine.
 *
 * @param check what was looked at, in a word or two
 * @param what was found
 * @param advice what to do; empty where it is well
 */
public record EngineCheck(String check, boolean isWell, String what, String advice) {}
