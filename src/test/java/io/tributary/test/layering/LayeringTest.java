package io.tributary.test.layering;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may import which. Change the layers in your head and in ARCHITECTURE.md before you change a line of the table.
 */
final class LayeringTest {
    private static final String OURS = "io.tributary..";

    /** A package (with {@code ..}: and all below it), and which others of ours it may use. */
    private record Layer(String name, List<String> mayUse) {
        static Layer of(String name, String... mayUse) {
            return new Layer(name, List.of(mayUse));
        }
    }

    private static final List<Layer> LAYERS = List.of(
            Layer.of("testing.."),
            Layer.of("protocol.."),
            Layer.of("rpc.."),
            Layer.of("planner..", "rpc.schema", "rpc.error", "rpc.information"),
            Layer.of("session..", "protocol..", "planner..", "rpc.schema", "rpc.error"),
            Layer.of("frontend..", "protocol..", "session..", "planner..", "rpc.."),
            Layer.of("backend..", "rpc.."),
            Layer.of("cli..", "frontend", "backend", "backend.wal", "rpc.client", "rpc.error", "rpc.health"),
            // inside the modules
            Layer.of("protocol"),
            Layer.of("protocol.codec", "protocol"),
            Layer.of("protocol.handshake", "protocol"),
            Layer.of("protocol.command", "protocol"),
            Layer.of("protocol.response", "protocol"),
            Layer.of("rpc.error"),
            Layer.of("rpc.memory", "rpc.error"),
            Layer.of("rpc.schema", "rpc.error"),
            Layer.of("rpc.information", "rpc.schema"),
            Layer.of("rpc.row", "rpc.schema", "rpc.error"),
            Layer.of("planner.plan", "rpc.schema", "rpc.error"),
            Layer.of("planner.catalog", "rpc.schema", "rpc.error"),
            Layer.of("planner.sql", "planner.plan", "planner.catalog", "rpc.schema", "rpc.error"),
            Layer.of("frontend.compression", "rpc.error"),
            Layer.of("frontend.columnar", "rpc.error"),
            Layer.of("backend.wal", "rpc.error"),
            Layer.of("backend.engine..", "rpc.."),
            Layer.of("backend.catalog", "backend.engine", "rpc.."),
            Layer.of("backend.batch", "backend.engine", "backend.catalog", "backend.wal", "rpc.."),
            Layer.of("backend.ingest", "backend.wal", "backend.batch", "backend.catalog", "backend.engine", "rpc.."),
            Layer.of("backend.txn", "backend.wal", "backend.batch", "backend.catalog", "backend.engine", "rpc.."));

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tributary");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.tributary.(**)").should().beFreeOfCycles().check(ALL);
    }

    static List<Layer> layers() {
        return LAYERS;
    }

    @ParameterizedTest
    @MethodSource("layers")
    void aLayerUsesOnlyWhatItMay(Layer layer) {
        String own = "io.tributary." + layer.name();
        String[] allowed = Stream.concat(Stream.of(own), layer.mayUse().stream().map(name -> "io.tributary." + name))
                .toArray(String[]::new);

        classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage(OURS)).or(resideInAnyPackage(allowed)))
                .check(ALL);
    }

    @Test
    void executionKnowsNeitherNettyNorTheWire() {
        noClasses()
                .that()
                .resideInAPackage("io.tributary.frontend.execution..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "io.tributary.protocol..")
                .allowEmptyShould(false)
                .check(ALL);
    }

    /** So that a history of the log and its batches can be drawn from a seed. A wait for a lane is one of real threads. */
    @Test
    void logAndBatchesGetClocksAndRandomFromOutside() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.tributary.backend.wal", "io.tributary.backend.ingest", "io.tributary.backend.batch")
                .and()
                .doNotHaveFullyQualifiedName("io.tributary.backend.batch.TableLanes")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)"
                        + "|java\\.security\\.SecureRandom|java\\.time\\.(Instant|Clock)")
                .check(ALL);
    }

    @Test
    void generatedCodeStaysBehindTheContract() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.tributary.rpc.proto..", "io.tributary.rpc.client..", "io.tributary.backend.service..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tributary.rpc.proto..")
                .check(ALL);
    }

    @Test
    void serversAreImportedOnlyByWhoStartsThem() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.tributary.cli..", "io.tributary.frontend", "io.tributary.backend")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.tributary\\.(frontend\\.FrontendServer|backend\\.BackendServer)(\\$.*)?")
                .check(ALL);
    }
}
