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
            Layer.of("log"),
            Layer.of("protocol.."),
            Layer.of("contract.."),
            Layer.of("rpc..", "contract.."),
            Layer.of(
                    "planner..",
                    "dialect.parse",
                    "dialect.registry",
                    "dialect.text",
                    "dialect.token",
                    "dialect.tree",
                    "dialect.type",
                    "contract.schema",
                    "contract.error",
                    "contract.information",
                    "contract.temporary"),
            Layer.of("session..", "protocol..", "planner..", "contract.schema", "contract.error", "contract.temporary"),
            Layer.of("frontend..", "columnar", "protocol..", "session..", "planner..", "dialect.token", "contract.."),
            Layer.of("columnar", "contract.error"),
            Layer.of("dialect..", "contract.."),
            Layer.of("engine.port", "contract.."),
            Layer.of("engine.port.rows", "contract.."),
            Layer.of("engine.duckdb..", "engine.port..", "dialect..", "contract.."),
            Layer.of("engine.mysql..", "engine.port..", "contract.."),
            Layer.of("engine.doris..", "engine.mysql..", "engine.port..", "contract.."),
            Layer.of("backend..", "log", "engine.port", "contract..", "rpc.."),
            Layer.of(
                    "cli..",
                    "frontend",
                    "backend",
                    "log",
                    "engine.port",
                    "rpc.client",
                    "contract.calls",
                    "contract.error",
                    "contract.health",
                    "contract.schema"),
            Layer.of(
                    "bench..",
                    "cli..",
                    "backend..",
                    "rpc.client",
                    "frontend..",
                    "session..",
                    "planner..",
                    "protocol..",
                    "engine..",
                    "log",
                    "contract.."),
            // inside the modules
            Layer.of("protocol"),
            Layer.of("protocol.codec", "protocol"),
            Layer.of("protocol.handshake", "protocol"),
            Layer.of("protocol.command", "protocol"),
            Layer.of("protocol.response", "protocol"),
            Layer.of("contract.error"),
            Layer.of("contract.memory", "contract.error"),
            Layer.of("contract.schema", "contract.error"),
            Layer.of("contract.temporary"),
            Layer.of("contract.information", "contract.schema", "contract.temporary"),
            Layer.of("contract.value", "contract.error"),
            Layer.of("contract.row", "contract.value", "contract.schema", "contract.error"),
            Layer.of("contract.row.check", "contract.value", "contract.schema", "contract.error"),
            Layer.of(
                    "contract.row.encode",
                    "contract.row",
                    "contract.row.check",
                    "contract.value",
                    "contract.schema",
                    "contract.error"),
            Layer.of(
                    "contract.row.change",
                    "contract.row",
                    "contract.row.encode",
                    "contract.value",
                    "contract.schema",
                    "contract.error"),
            Layer.of("contract.calls", "contract.row..", "contract.schema", "contract.error"),
            Layer.of("contract.health", "contract.calls"),
            Layer.of("dialect.text", "contract.schema"),
            Layer.of("dialect.value", "contract.value"),
            Layer.of("dialect.tree"),
            Layer.of("dialect.token", "dialect.tree", "contract.schema", "contract.error"),
            Layer.of("dialect.parse", "dialect.token", "dialect.tree", "contract.error"),
            Layer.of("dialect.type", "contract.schema"),
            Layer.of(
                    "dialect.registry",
                    "dialect.token",
                    "dialect.type",
                    "dialect.value",
                    "dialect.function",
                    "contract.error"),
            Layer.of("dialect.bind", "dialect.registry", "dialect.type", "dialect.value", "dialect.tree", "contract.."),
            Layer.of(
                    "dialect.print",
                    "dialect.bind",
                    "dialect.registry",
                    "dialect.type",
                    "dialect.tree",
                    "dialect.text",
                    "dialect.function",
                    "contract.."),
            Layer.of(
                    "dialect.compile",
                    "dialect.print",
                    "dialect.bind",
                    "dialect.parse",
                    "dialect.token",
                    "dialect.type",
                    "dialect.tree",
                    "contract.."),
            Layer.of("planner.plan..", "contract.schema", "contract.error"),
            Layer.of(
                    "planner.catalog",
                    "contract.schema",
                    "contract.error",
                    "contract.information",
                    "contract.temporary"),
            Layer.of(
                    "planner.sql..",
                    "dialect.parse",
                    "dialect.registry",
                    "dialect.text",
                    "dialect.token",
                    "dialect.tree",
                    "dialect.type",
                    "planner.plan..",
                    "planner.catalog",
                    "contract.schema",
                    "contract.error",
                    "contract.information",
                    "contract.temporary"),
            Layer.of(
                    "planner.sql.definition",
                    "planner.sql.definition.constraint",
                    "dialect.text",
                    "dialect.token",
                    "dialect.type",
                    "planner.plan..",
                    "planner.catalog",
                    "contract.schema",
                    "contract.error",
                    "contract.temporary"),
            Layer.of(
                    "planner.sql.definition.constraint",
                    "dialect.parse",
                    "dialect.registry",
                    "dialect.token",
                    "dialect.tree",
                    "dialect.type",
                    "contract.schema",
                    "contract.error"),
            Layer.of(
                    "planner.sql.query",
                    "dialect.token",
                    "planner.plan..",
                    "contract.schema",
                    "contract.error",
                    "contract.information"),
            Layer.of(
                    "planner.sql.insert",
                    "planner.sql.query",
                    "dialect.text",
                    "dialect.token",
                    "planner.plan..",
                    "planner.catalog",
                    "contract.schema",
                    "contract.error"),
            Layer.of("frontend.compression", "contract.error"),
            Layer.of(
                    "frontend.execution",
                    "frontend.routing",
                    "columnar",
                    "session..",
                    "planner..",
                    "dialect.token",
                    "contract.."),
            Layer.of(
                    "frontend.show",
                    "frontend.execution",
                    "frontend.routing",
                    "session..",
                    "planner..",
                    "dialect.token",
                    "contract.."),
            Layer.of(
                    "frontend.load.format",
                    "frontend.execution",
                    "columnar",
                    "session..",
                    "planner..",
                    "dialect.token",
                    "contract.."),
            Layer.of(
                    "frontend.write",
                    "frontend.execution",
                    "frontend.routing",
                    "session..",
                    "planner..",
                    "dialect.token",
                    "contract.."),
            Layer.of("backend.agent"),
            Layer.of("backend.engine", "engine.port", "contract.."),
            Layer.of("backend.catalog.turn", "contract.."),
            Layer.of("backend.catalog.clock", "contract.."),
            Layer.of("backend.catalog", "backend.catalog..", "backend.engine", "engine.port", "contract.."),
            Layer.of("backend.batch", "backend.engine", "engine.port", "backend.catalog", "log", "contract.."),
            Layer.of("backend.keys", "backend.batch", "backend.catalog", "engine.port", "contract.."),
            Layer.of(
                    "backend.record",
                    "log",
                    "backend.keys",
                    "backend.batch",
                    "backend.catalog",
                    "backend.engine",
                    "engine.port",
                    "contract.."),
            Layer.of("backend.ingest.answer", "backend.batch", "contract.."),
            Layer.of(
                    "backend.ingest",
                    "backend.ingest.answer",
                    "backend.agent",
                    "log",
                    "backend.keys",
                    "backend.record",
                    "backend.batch",
                    "backend.catalog",
                    "backend.engine",
                    "engine.port",
                    "contract.."),
            Layer.of(
                    "backend.txn",
                    "log",
                    "backend.batch",
                    "backend.catalog",
                    "backend.catalog.clock",
                    "backend.engine",
                    "engine.port",
                    "contract.."),
            Layer.of("bench.measure"),
            Layer.of("bench.plot"),
            Layer.of("bench.process"),
            Layer.of("bench.lineitem", "bench.measure", "cli.lineitem"),
            Layer.of("bench.httplogs", "bench.measure"),
            Layer.of("bench.replay", "bench.lineitem", "bench.measure", "cli.lineitem"),
            Layer.of(
                    "bench.load",
                    "bench.replay",
                    "bench.lineitem",
                    "bench.httplogs",
                    "bench.process",
                    "bench.measure",
                    "cli.lineitem"));

    /** Main code; imported once for all tests of this package. */
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
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
                .resideInAnyPackage(
                        "io.tributary.frontend.execution",
                        "io.tributary.frontend.statement",
                        "io.tributary.frontend.write",
                        "io.tributary.frontend.show",
                        "io.tributary.frontend.load..")
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
                        "io.tributary.log",
                        "io.tributary.backend.keys",
                        "io.tributary.backend.record",
                        "io.tributary.backend.agent",
                        "io.tributary.backend.ingest..",
                        "io.tributary.backend.batch")
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
    void onlyWhoOpensALogKnowsWhichOneItIs() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.tributary.log", "io.tributary.bench.jmh")
                .and()
                .doNotHaveFullyQualifiedName("io.tributary.backend.ingest.IngestAgent")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("io.tributary.log.SegmentedLog")
                .check(ALL);
    }

    /** Two more may: who unpacks their native libraries, and who measures what a step costs. */
    @Test
    void driversOfAnEngineStayInItsModule() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.tributary.engine.duckdb..", "io.tributary.columnar", "io.tributary.bench.jmh")
                .and()
                .doNotHaveFullyQualifiedName("io.tributary.cli.NativeLibraries")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.duckdb..", "org.apache.arrow..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.tributary.engine..", "io.tributary.columnar", "io.tributary.bench..", "io.tributary.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
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
