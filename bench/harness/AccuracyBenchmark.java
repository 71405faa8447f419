package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The percentiles that generators report for a responder whose true percentiles follow from
/// arithmetic.
///
/// One responder responds to each request after exactly 5 ms. The other responds at once, but stops
/// for 200 ms every 5 s. Generators without an open model run with every connection busy, which is
/// how they are used.
final class AccuracyBenchmark {
    private static final int DELAY_MICROS = 5_000;
    private static final int EVERY_MILLIS = 5_000;
    private static final int STALL_MILLIS = 200;
    private static final double[] PERCENTS = {50, 99, 99.9};

    private AccuracyBenchmark() {}

    static String run(CompareOptions options) {
        Map<String, List<GeneratorReport>> delayed = new HashMap<>();
        Map<String, List<GeneratorReport>> stalled = new HashMap<>();
        rounds(
                options,
                generator -> {
                    measure(generator, options, delayed, DelayProfile.delay(DELAY_MICROS));
                    measure(
                            generator,
                            options,
                            stalled,
                            DelayProfile.stalls(STALL_MILLIS, EVERY_MILLIS));
                });
        return "accuracy, %d requests/s over %d connections for %d s, medians of %d runs; ms%n%n%s"
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.seconds(),
                        options.rounds(),
                        table(options, delayed, stalled));
    }

    /// The rounds of the generators that report percentiles. A run that fails is left out, and its
    /// generator stays.
    static void rounds(CompareOptions options, Consumer<Generator> measure) {
        Rounds.run(
                options,
                options.generators().stream().filter(Generator::reportsPercentiles).toList(),
                () -> {},
                measure);
    }

    /// Adds the report of one run, of a generator that has ended well.
    static void measure(
            Generator generator,
            CompareOptions options,
            Map<String, List<GeneratorReport>> into,
            DelayProfile delayProfile) {
        try (var run =
                GeneratorRun.open(
                        generator,
                        options,
                        options.connections(),
                        options.seconds(),
                        true,
                        delayProfile)) {
            into.computeIfAbsent(generator.name(), _ -> new ArrayList<>())
                    .add(run.report(Duration.ofSeconds(options.seconds() + 30L)));
        } catch (HarnessException e) {
            Compare.say("run discarded: " + e.getMessage());
        }
    }

    /// The percentile of the wait, ms, when requests arrive evenly and the responder stalls: a
    /// request that arrives u into a stall waits `stall - u`, so `P(wait > w) = (stall - w) /
    /// every`; all other requests wait 0.
    static double expectedWait(double percent) {
        return Math.max(0, STALL_MILLIS - (1 - percent / 100) * EVERY_MILLIS);
    }

    private static Table table(
            CompareOptions options,
            Map<String, List<GeneratorReport>> delayed,
            Map<String, List<GeneratorReport>> stalled) {
        var table =
                new Table(
                        "generator",
                        "model",
                        "delay: p50",
                        "p99",
                        "p99.9",
                        "stalls: p50",
                        "p99",
                        "p99.9");
        var expected = new ArrayList<>(List.of("expected", "open"));
        for (int i = 0; i < PERCENTS.length; i++) {
            expected.add(Table.figure(DELAY_MICROS / 1e3, 2));
        }
        for (double percent : PERCENTS) {
            expected.add(Table.figure(expectedWait(percent), 2));
        }
        table.row(expected.toArray(String[]::new));
        for (var generator : options.generators()) {
            var row =
                    new ArrayList<>(
                            List.of(
                                    generator.name(),
                                    generator.open().isEmpty() ? "closed" : "open"));
            for (double percent : PERCENTS) {
                row.add(median(delayed.getOrDefault(generator.name(), List.of()), percent));
            }
            for (double percent : PERCENTS) {
                row.add(median(stalled.getOrDefault(generator.name(), List.of()), percent));
            }
            if (delayed.containsKey(generator.name()) || stalled.containsKey(generator.name())) {
                table.row(row.toArray(String[]::new));
            }
        }
        return table;
    }

    static String median(List<GeneratorReport> reports, double percent) {
        double[] values =
                reports.stream()
                        .filter(r -> r.latency().containsKey(percent))
                        .mapToDouble(r -> r.latency().get(percent))
                        .toArray();
        return Table.figure(values.length == 0 ? Double.NaN : Quartiles.of(values).median(), 2);
    }
}
