package io.tributary.session;

/**
 * One line of SHOW WARNINGS about the last statement.
 *
 * @param level {@code Note}, {@code Warning} or {@code Error}
 */
public record Warning(String level, int code, String message) {}
