package io.tributary.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarksTest {
    static Stream<String> benchmarks() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername);
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void eachBenchmarkRunsAndHasItsLineInTheTable(String benchmark) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(benchmark.replace(".", "\\.") + "$")
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .verbosity(VerboseMode.SILENT)
                        .addProfiler(CpuTimeProfiler.class)
                        .shouldFailOnError(true)
                        .build())
                .run();

        assertThat(results).isNotEmpty();
        assertThat(StepTable.markdown(results)).contains(benchmark.substring(benchmark.lastIndexOf('.')));
    }
}
