package harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The percentiles that generators report for a queue: one request is served after the other, each
/// for an exponential time, and the server is busy for 80 % of the time.
///
/// The response times of all requests, waiting included, are exponential (Kleinrock, Queueing
/// Systems, volume 1, 6.4: G/M/1): with the rate `μ (1 - σ)`, where σ is the share of arrivals that
/// find the server busy. For random arrivals σ is the load; for evenly spaced ones it solves `σ =
/// exp(-(1 - σ) / load)`. A generator that sends in bursts makes a longer queue, and reports
/// another server than the one that its users would see; one with every connection busy reports its
/// own number of connections.
final class QueueBenchmark {
    private static final double LOAD = 0.8;
    private static final double[] PERCENTS = {50, 90, 99};

    private QueueBenchmark() {}

    static String run(CompareOptions options) {
        int service = (int) Math.round(1e6 * LOAD / options.rate());
        Map<String, List<GeneratorReport>> reports = new HashMap<>();
        AccuracyBenchmark.rounds(
                options,
                generator ->
                        AccuracyBenchmark.measure(
                                generator, options, reports, DelayProfile.queue(service)));
        return "queue, %d requests/s over %d connections for %d s, %.2f ms of service on average, medians of %d runs; ms%n%n%s"
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.seconds(),
                        service / 1e3,
                        options.rounds(),
                        table(options, service / 1e3, reports));
    }

    /// The percentile of the response times, in the unit of `service`.
    ///
    /// @param service mean time of service
    /// @param busy share of the arrivals that find the server busy
    static double expected(double percent, double service, double busy) {
        return -Math.log(1 - percent / 100) * service / (1 - busy);
    }

    /// The share of evenly spaced arrivals that find the server busy.
    static double busyAtEvenArrivals(double load) {
        double share = load;
        for (int i = 0; i < 1_000; i++) {
            share = Math.exp(-(1 - share) / load);
        }
        return share;
    }

    private static Table table(
            CompareOptions options, double service, Map<String, List<GeneratorReport>> reports) {
        var table = new Table("generator", "model", "p50", "p90", "p99");
        table.row(expected("even arrivals", service, busyAtEvenArrivals(LOAD)));
        table.row(expected("random arrivals", service, LOAD));
        for (var generator : options.generators()) {
            var reported = reports.getOrDefault(generator.name(), List.of());
            if (reported.isEmpty()) {
                continue;
            }
            var row = new ArrayList<String>();
            row.add(generator.name());
            row.add(generator.open().isEmpty() ? "closed" : "open");
            for (double percent : PERCENTS) {
                row.add(AccuracyBenchmark.median(reported, percent));
            }
            table.row(row.toArray(String[]::new));
        }
        return table;
    }

    private static String[] expected(String arrivals, double service, double busy) {
        var row = new ArrayList<>(List.of("expected, " + arrivals, "open"));
        for (double percent : PERCENTS) {
            row.add(Table.figure(expected(percent, service, busy), 2));
        }
        return row.toArray(String[]::new);
    }
}
