package io.tributary.bench.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who sends the statements. */
public enum ClientKind {
    /** Connector/J, a thread a connection: as users run it. Most of a machine's CPU is the driver's. */
    CONNECTORJ,
    /** Packets encoded beforehand: the server is what is measured. */
    REPLAY;

    public static Optional<ClientKind> of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst();
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
