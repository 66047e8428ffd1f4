package io.tributary.backend.engine;

/** No instance can take the place of the one that failed; only a start can go on. */
public final class LostEngineException extends RuntimeException {
    public LostEngineException(String message) {
        super(message);
    }
}
