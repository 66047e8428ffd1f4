package io.tributary.backend;

import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.ServerEngineFactory;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The kinds of engines that this installation has: those that are found beside it, the default first, then by name. */
public final class Engines {
    private static final List<EngineFactory> ALL = StreamSupport.stream(
                    ServiceLoader.load(EngineFactory.class).spliterator(), false)
            .sorted(Comparator.comparing((EngineFactory factory) -> !factory.isDefault())
                    .thenComparing(factory -> factory.traits().name()))
            .toList();

    private static final List<ServerEngineFactory> SERVERS = StreamSupport.stream(
                    ServiceLoader.load(ServerEngineFactory.class).spliterator(), false)
            .toList();

    private Engines() {}

    public static List<EngineFactory> all() {
        return ALL;
    }

    /** @throws IllegalStateException if there is none at all */
    public static EngineFactory standard() {
        return ALL.stream().findFirst().orElseThrow(() -> new IllegalStateException("no engine is installed"));
    }

    /** @param name value of the property {@code engine} of a database; null: there is no such kind of server */
    static @Nullable ServerEngineFactory server(String name) {
        return SERVERS.stream()
                .filter(factory -> factory.traits().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** @param name value of the setting {@code engine} */
    public static Optional<EngineFactory> named(String name) {
        return ALL.stream()
                .filter(factory -> factory.traits().name().equals(name))
                .findFirst();
    }
}
