package io.tributary.rpc.client;

/**
 * What the meaning of a statement's text depends on, besides the text.
 *
 * @param database current database, or empty
 * @param sqlMode as {@code @@sql_mode} prints it (ANSI_QUOTES, NO_BACKSLASH_ESCAPES and PIPES_AS_CONCAT matter)
 * @param timeZone a zone id or offset Java understands, never "SYSTEM"
 * @param transactionId of an open transaction on this backend, or 0
 */
public record QueryContext(String database, String sqlMode, String timeZone, long transactionId) {}
