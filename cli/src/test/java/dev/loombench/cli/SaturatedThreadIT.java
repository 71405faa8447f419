package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The bound of a real server that computes on its event loop.
class SaturatedThreadIT extends RunFixture {
    /// Each request computes for 5 ms: one event loop serves 200/s at most, and leaves a processor
    /// free. Two per processor use all of them. Where others use a processor, or a hypervisor takes
    /// some, the event loop serves fewer, and is ready to run all the time.
    @Tag("alone")
    @Tag("nightly")
    @Test
    void one_event_loop_is_the_bound_and_several_are_not() throws Exception {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
        experiment(
                """
                question: Which thread bounds a server that computes on its event loop?
                variants:
                  - {name: one, server: netty, model: event-loop, jvm: [-Dio.netty.eventLoopThreads=1, -XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
                  - {name: all, server: netty, model: event-loop, jvm: [-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]}
                load: {users: 20, path: "/burn?us=5000"}
                phases: {warm-up: 1s, measure: 2s}
                trials: 2
                """);
        try (var lab = LabProcess.start(folder, "run", "mine.yaml", "--output", "json")) {
            lab.exitCode();
            var rows = json(lab.out()).at("/variants");
            var bound = rows.at("/0/boundBy");
            assertThat(bound.at("/bounds/0/bound").asString())
                    .as(lab.out())
                    .isEqualTo("saturated-threads");
            assertThat(bound.at("/explainsThroughput").asBoolean()).isTrue();
            // beside the handler, the loop reads and writes, with code that is not compiled yet
            assertThat(bound.at("/predictedPerSecond").asDouble()).isBetween(40.0, 222.0);
            assertThat(bound.at("/sentence").asString())
                    .contains("its thread multiThreadIoEventLoopGroup-");
            assertThat(rows.at("/1/boundBy/bounds").toString()).doesNotContain("saturated-threads");
        }
    }
}
