package demo;

import dev.loombench.load.api.Load;
import java.time.Duration;

public final class LoadTest {
    public static void main(String[] args) throws Exception {
        var load = Load.of(args[0]).rate(200).connections(50).duration(Duration.ofSeconds(3));
        try (var measurement = load.start()) {
            while (!measurement.await(Duration.ofSeconds(1))) {
                System.out.println(measurement.progress());
            }
            var result = measurement.result().orElseThrow();
            var p99 = result.responseTime().getValueAtPercentile(99) / 1e6;
            System.out.printf("%.0f responses/s, p99 %.1f ms%n", result.throughput(), p99);
            result.problems().forEach(problem -> System.out.println(problem.message()));
        }
    }
}
