package io.tributary.frontend.compression;

/**
 * Turns a compressed body back into what it was. Pieces are added, and after each of them portions are taken until there is
 * none: so what waits in memory is bounded, however much a piece blows up to. One thread at a time, which may work long.
 */
public interface BodyDecoder extends AutoCloseable {
    /** The longest portion, in bytes. */
    int PORTION_BYTES_MAX = 256 << 10;

    /**
     * The next piece of the body; only when {@link #next} has given nothing.
     *
     * @param piece owned from now on
     */
    void add(byte[] piece);

    /** The body has ended, and not before its first byte; as {@link #add} not before its time. */
    void end();

    /**
     * The next portion; empty where the next piece is needed, or, after {@link #end}, where there is no more.
     *
     * @throws io.tributary.contract.error.TributaryException where the body is damaged, or was cut; nothing more may be asked
     */
    byte[] next();

    @Override
    void close();
}
