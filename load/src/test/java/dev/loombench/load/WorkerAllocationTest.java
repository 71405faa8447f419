package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a worker allocates once its code is optimised: in a JVM of its own, whose compilers are as
/// by default.
@Tag("optimised")
class WorkerAllocationTest {
    /// By then the worker's code is compiled, even on the busiest machine.
    private static final long COMPILED_NANOS = 240_000_000_000L;

    private static final Request HELLO = Request.get("/hello", Duration.ofSeconds(20));

    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void a_worker_allocates_nothing_in_the_steady_state(TransportChoice transport)
            throws Exception {
        var settings = new LoadSettings(transport, Pacing.AUTO, 1);
        for (var model :
                List.of(
                        new LoadModel.Closed(8, Duration.ZERO),
                        new LoadModel.Closed(8, Duration.ofMillis(1)),
                        new LoadModel.Open(4000, Arrival.POISSON, 8))) {
            try (var server = Responder.always(Responder.HELLO);
                    var run = LoadFixture.start(server.address(), model, HELLO, 1, settings)) {
                run.openWindow();
                // The smallest object per response is 16 bytes: 64 000 in all. The JDK's selector
                // boxes descriptors above 127, which 8 connections stay below. Code that is not
                // compiled yet allocates more than compiled code, so it gets its time.
                assertThat(leastAllocatedBy(4_000, run)).as("%s", model).isLessThan(16_000);
                run.closeWindow();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.loombench.load.AvailableTransports#transports")
    void a_mix_of_requests_with_values_allocates_nothing_either(
            TransportChoice transport, @TempDir Path folder) throws Exception {
        var users = Files.writeString(folder.resolve("users.csv"), "name\nAda\nJosé\n");
        var traffic =
                new Traffic(
                        List.of(
                                HELLO,
                                request("PUT", "/${i}", Map.of("X", "${r}"), "${who}: ${i}"),
                                request("GET", "/${any}", Map.of(), "")),
                        Map.of(
                                "i", new ValueSource.Counter(1),
                                "r", new ValueSource.Uniform(1, 1_000_000),
                                "who", new ValueSource.Column(users, "name", false),
                                "any", new ValueSource.Column(users, "name", true)),
                        ConnectionPolicy.DEFAULT);
        var model = new LoadModel.Closed(8, Duration.ZERO);
        var settings = new LoadSettings(transport, Pacing.AUTO, 1);
        try (var server = Responder.always(Responder.HELLO);
                var run = LoadFixture.start(server.address(), model, traffic, 1, settings)) {
            run.openWindow();
            assertThat(leastAllocatedBy(4_000, run)).isLessThan(16_000);
            assertThat(run.closeWindow().counts().failed()).isZero();
        }
    }

    private static Request request(
            String method, String path, Map<String, String> headers, String body) {
        return new Request(method, path, headers, body, HELLO.timeout());
    }

    /// The least allocation during this many responses, repeated until below 16 000 bytes: on a
    /// busy machine compilation may take seconds.
    private static long leastAllocatedBy(int responses, LoadRun run) throws InterruptedException {
        long limit = System.nanoTime() + COMPILED_NANOS;
        long least = Long.MAX_VALUE;
        while (least >= 16_000 && System.nanoTime() - limit < 0) {
            long before = allocated(run);
            LoadFixture.awaitResponses(run, responses);
            least = Math.min(least, allocated(run) - before);
        }
        return least;
    }

    private static long allocated(LoadRun run) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(run.threads().getFirst().threadId());
    }
}
