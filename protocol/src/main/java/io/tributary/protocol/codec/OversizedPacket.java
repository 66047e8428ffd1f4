package io.tributary.protocol.codec;

/**
 * Stands in the stream of packets for one that was larger than the limit and was skipped. To be answered, in its turn,
 * with error 1153 and {@link #message()}; the client is out of step only if it expected no answer, so the connection is
 * best closed behind it, as MySQL does.
 *
 * @param bytes length of the packet's payload
 * @param limit {@code max_allowed_packet}, in bytes
 * @param replySequence sequence id of the reply's first frame
 */
public record OversizedPacket(long bytes, int limit, int replySequence) {
    public String message() {
        return "packet of " + bytes + " bytes exceeds max_allowed_packet " + limit;
    }
}
