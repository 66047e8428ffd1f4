package io.tributary.cli;

import java.lang.reflect.Field;
import java.util.Set;
import org.apache.arrow.c.jni.JniLoader;

/**
 * Libraries of other languages that this process needs lie unpacked beside their jars ({@code lib/native}, {@code
 * java.library.path}). From within their jars they would be written to java.io.tmpdir first, which may have no room, and stay
 * there whenever the process is killed. Netty looks for its own there by itself, zstd by a property, DuckDB beside its jar.
 */
final class NativeLibraries {
    private static final String ARROW = "arrow_cdata_jni";

    private NativeLibraries() {}

    /**
     * Loads them before Arrow is used first. Where they were not unpacked, as in a source tree's tests, each is copied as
     * ever.
     */
    static void load() {
        try {
            System.loadLibrary(ARROW);
            // What Arrow still has to load: there is no other way to tell it.
            Field left = JniLoader.class.getDeclaredField("librariesToLoad");
            left.setAccessible(true);
            ((Set<?>) left.get(JniLoader.get())).remove(ARROW);
        } catch (UnsatisfiedLinkError notUnpacked) {
            // Then Arrow copies it.
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("this version of Arrow loads its library in another way", changed);
        }
    }
}
