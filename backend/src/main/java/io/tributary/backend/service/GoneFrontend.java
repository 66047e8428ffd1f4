package io.tributary.backend.service;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;

/**
 * The end of a stream whose frontend is gone. Where nothing of a connection is heard any more, gRPC's keep-alive resets its
 * streams and closes it when these resets are written, but flushes none of them (1.85.1, {@code NettyServerHandler}): such a
 * connection stayed open until the backend ended. Each answer is followed by a flush, so a stream that has been cancelled gets
 * one, though nobody hears it.
 */
final class GoneFrontend {
    private GoneFrontend() {}

    /** Once a stream, on the thread that sends; nothing may be sent behind it. */
    static void answer(ServerCallStreamObserver<?> out) {
        out.onError(Status.CANCELLED.withDescription("the frontend is gone").asRuntimeException());
    }
}
