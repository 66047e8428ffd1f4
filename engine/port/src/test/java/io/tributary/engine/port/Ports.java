package io.tributary.engine.port;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A help for tests of those who stand before an engine: a method with a default would pass them by in silence. */
public final class Ports {
    private Ports() {}

    /** Names of the port's methods that the implementation leaves to their defaults. */
    public static List<String> missing(Class<?> port, Class<?> implementation) {
        Set<String> made = Set.copyOf(Stream.of(implementation.getDeclaredMethods())
                .map(Ports::signature)
                .toList());
        return Arrays.stream(port.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers())
                        && !Modifier.isStatic(method.getModifiers())
                        && !method.isSynthetic())
                .filter(method -> !made.contains(signature(method)))
                .map(Method::getName)
                .toList();
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }
}
