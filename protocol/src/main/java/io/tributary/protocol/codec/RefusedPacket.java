package io.tributary.protocol.codec;

/**
 * Stands in the stream of packets for one that found no room in the {@link PacketBudget} and was skipped. To be answered, in
 * its turn, with error 1205; the connection goes on.
 *
 * @param message naming the limit
 * @param replySequence sequence id of the reply's first frame
 */
public record RefusedPacket(String message, int replySequence) {}
