package io.tributary.engine.doris;

import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The store of a server that can compare and put nothing: what is to be kept of its tables is kept elsewhere. */
final class NoStore implements SystemStore {
    private static TributaryException missing() {
        return TributaryException.notSupported("a store of the server itself");
    }

    @Override
    public Optional<String> get(String space, String key) {
        throw missing();
    }

    @Override
    public Map<String, String> list(String space) {
        throw missing();
    }

    @Override
    public void put(String space, String key, String value) {
        throw missing();
    }

    @Override
    public boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
        throw missing();
    }

    @Override
    public void remove(String space, String key) {
        throw missing();
    }
}
