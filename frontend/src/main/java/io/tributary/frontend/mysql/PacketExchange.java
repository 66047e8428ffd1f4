package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ClientFile;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketsOutOfOrderException;
import io.tributary.session.Session;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The packets that follow a command and are none themselves: those of an authentication, or a file's. At most one exchange goes on,
 * and the command in flight is answered behind it.
 *
 * <p>Event loop of the connection.
 */
final class PacketExchange implements FileTransfer.Listener {
    private final ClientConnection client;
    private final PacketDecoder decoder;
    private final Session session;
    private final CommandDispatcher.Progress progress;
    private final Consumer<ClientFile> fileEnded;
    private @Nullable AuthenticationExchange authentication;
    private @Nullable FileTransfer transfer;

    /** @param fileEnded answers the command that a file came for */
    PacketExchange(
            ClientConnection client,
            PacketDecoder decoder,
            Session session,
            CommandDispatcher.Progress progress,
            Consumer<ClientFile> fileEnded) {
        this.client = client;
        this.decoder = decoder;
        this.session = session;
        this.progress = progress;
        this.fileEnded = fileEnded;
    }

    /** Whether packets belong to the command in flight. */
    boolean goesOn() {
        return authentication != null || transfer != null;
    }

    /** Whether one may come now. */
    boolean takesPacket() {
        return authentication != null || (transfer != null && transfer.takesPacket());
    }

    void packet(ByteBuf payload) {
        if (authentication != null) {
            authentication.packet(ByteBufUtil.getBytes(payload));
        } else if (transfer != null) {
            transfer.packet(ByteBufUtil.getBytes(payload));
        }
    }

    /** Something was read from the socket, be it less than a packet. */
    void bytesCame() {
        if (transfer != null) {
            transfer.bytesCame();
        }
    }

    void authenticate(AuthenticationExchange started, byte[] response) {
        authentication = started;
        decoder.startAuthentication();
        started.start(response);
    }

    /** The next packet is a command again. */
    void authenticated(int packetBytesMax) {
        authentication = null;
        decoder.startCommands(packetBytesMax);
    }

    /** What came before the client was asked is a command and no file: as on MySQL, packets are out of order then. */
    void awaitFile(Answer.LocalFile file) {
        try {
            if (progress.packetsWait()) {
                throw new PacketsOutOfOrderException(0, client.packets().nextSequence());
            }
            decoder.startFile();
        } catch (PacketsOutOfOrderException e) {
            file.run().abandon();
            progress.broken(e);
            return;
        }
        transfer = FileTransfer.start(
                file.run(), client, session.variables().limits().netReadTimeoutSeconds(), this);
    }

    @Override
    public void ended(ClientFile run) {
        transfer = null;
        fileEnded.accept(run);
    }

    @Override
    public void mayGoOn() {
        progress.takesPacket();
    }

    @Override
    public void stalled(TributaryException error) {
        progress.broken(error);
    }

    /** KILL QUERY: the rest of a file is of no use. */
    void interrupt() {
        if (transfer != null) {
            transfer.run().interrupt();
        }
    }

    /** The connection is gone. */
    void abandon() {
        if (transfer != null) {
            transfer.abandon();
        }
    }
}
