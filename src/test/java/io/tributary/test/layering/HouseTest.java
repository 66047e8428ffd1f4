package io.tributary.test.layering;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How large anything may grow before somebody must ask which noun hides in it. What is larger stands in a list with its
 * reason, and leaves the list when it is not larger any more.
 */
final class HouseTest {
    private static final int FILES_OF_PACKAGE_MAX = 30;
    private static final int LINES_OF_FILE_MAX = 400;
    private static final int CLASSES_OF_KNOT_MAX = 8;
    private static final int ARGUMENTS_MAX = 7;

    /** This one room of the module was moved as it was; a tree takes its place. */
    private static final String DIALECT = "io.tributary.dialect";

    /** Generated from {@code tributary.proto}. */
    private static final String MESSAGES = "io.tributary.rpc.proto";

    /** JMH generates it from the benchmarks beside it. */
    private static final String GENERATED_BENCHMARKS = "io.tributary.bench.jmh.jmh_generated";

    @Test
    void noPackageHasMoreFilesThanOneCanName() {
        Map<String, Long> sizes =
                ours().collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertLargerAreListed(sizes, FILES_OF_PACKAGE_MAX, HouseExceptions.PACKAGES);
    }

    @Test
    void noFileIsLongerThanOneReads() throws IOException {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : sources()) {
            try (Stream<String> lines = Files.lines(file)) {
                sizes.put(nameOf(file), lines.count());
            }
        }

        assertLargerAreListed(sizes, LINES_OF_FILE_MAX, HouseExceptions.FILES);
    }

    @Test
    void noKnotOfClassesIsLargerThanOneUnties() {
        Map<String, Long> sizes = new TreeMap<>();
        ours().collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.toSet()))
                .forEach((name, classes) -> {
                    for (List<String> knot : Knots.of(uses(classes))) {
                        sizes.put(name + ": " + String.join(" ", new TreeSet<>(knot)), (long) knot.size());
                    }
                });

        // A knot is listed by its first class.
        assertLargerAreListed(sizes, CLASSES_OF_KNOT_MAX, HouseExceptions.KNOTS, String::startsWith);
    }

    @Test
    void noConstructorTakesMoreThanOneRemembers() {
        Map<String, Long> sizes = new TreeMap<>();
        for (JavaClass each : LayeringTest.ALL) {
            if (isOurs(each)) {
                each.getConstructors()
                        .forEach(constructor -> sizes.merge(
                                shortName(each),
                                (long) constructor.getRawParameterTypes().size(),
                                Math::max));
            }
        }

        assertLargerAreListed(sizes, ARGUMENTS_MAX, HouseExceptions.CONSTRUCTORS);
    }

    private static void assertLargerAreListed(Map<String, Long> sizes, int most, Map<String, String> listed) {
        assertLargerAreListed(sizes, most, listed, String::equals);
    }

    /**
     * @param listed with their reasons
     * @param isOf whether a name, which comes first, is one that the other of the list stands for
     */
    private static void assertLargerAreListed(
            Map<String, Long> sizes, int most, Map<String, String> listed, BiPredicate<String, String> isOf) {
        Set<String> larger = sizes.entrySet().stream()
                .filter(entry -> entry.getValue() > most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(larger.stream()
                        .filter(name -> listed.keySet().stream().noneMatch(each -> isOf.test(name, each)))
                        .map(name -> name + " (" + sizes.get(name) + ")"))
                .as("larger than %d and not listed", most)
                .isEmpty();
        assertThat(listed.keySet()).as("listed and not larger than %d", most).allMatch(name -> larger.stream()
                .anyMatch(each -> isOf.test(each, name)));
    }

    /** Returns one class of each file, that which it is called after. */
    private static Stream<JavaClass> ours() {
        return LayeringTest.ALL.stream()
                .filter(each -> isOurs(each) && each.getEnclosingClass().isEmpty());
    }

    private static boolean isOurs(JavaClass each) {
        return !each.getPackageName().equals(DIALECT)
                && !each.getPackageName().startsWith(MESSAGES)
                && !each.getPackageName().equals(GENERATED_BENCHMARKS)
                && !each.getSimpleName().equals("package-info");
    }

    /** Returns by name what each class of a package uses of the others, by itself or in a class within it. */
    private static Map<String, Set<String>> uses(Collection<JavaClass> room) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass each : LayeringTest.ALL) {
            JavaClass from = outermost(each);
            if (!room.contains(from)) {
                continue;
            }
            Set<String> used = uses.computeIfAbsent(from.getSimpleName(), missing -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> outermost(dependency.getTargetClass().getBaseComponentType()))
                    .filter(to -> room.contains(to) && !to.equals(from))
                    .forEach(to -> used.add(to.getSimpleName()));
        }
        return uses;
    }

    private static JavaClass outermost(JavaClass each) {
        JavaClass outer = each;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }

    private static String shortName(JavaClass each) {
        return each.getName().substring("io.tributary.".length());
    }

    private static List<Path> sources() throws IOException {
        return SourceFiles.ofMain().stream()
                .filter(file -> !nameOf(file).matches("dialect\\.\\w+"))
                .toList();
    }

    /** Package and class, as {@code backend.ingest.Logs}. */
    private static String nameOf(Path file) {
        String path = file.toString();
        String below = path.substring(path.indexOf("/io/tributary/") + "/io/tributary/".length());
        return below.substring(0, below.length() - ".java".length()).replace('/', '.');
    }
}
