package io.tributary.contract.calls;

/**
 * Numbers of an AUTO_INCREMENT column that nobody else gets: {@code first}, {@code first + step} and so on.
 *
 * @param step more than 1 where several nodes of a server give numbers at once
 */
public record ReservedIds(long first, long step) {}
