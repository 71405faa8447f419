package harness;

import java.time.Duration;
import java.util.List;

/// Requests that an open load sends, against those that its rate requires within its window: at
/// half of the responder's capacity, and at twice that, where loombench must report the overload.
final class OfferedLoadBenchmark {
    private static final int CAPACITY_SECONDS = 5;

    private OfferedLoadBenchmark() {}

    static String run(CompareOptions options) {
        var table =
                new Table(
                        "generator",
                        "of capacity",
                        "required",
                        "sent",
                        "difference",
                        "reported problems");
        double capacity = 0;
        for (var generator : loombenchOf(options)) {
            Compare.say(generator.name() + ": capacity of the responder");
            capacity = Math.max(capacity, capacity(generator, options));
        }
        for (var generator : loombenchOf(options)) {
            for (double share : List.of(0.5, 2.0)) {
                int rate = (int) Math.round(capacity * share / 1_000) * 1_000;
                Compare.say("%s: %d requests/s".formatted(generator.name(), rate));
                row(table, generator, options.withRate(rate), share);
            }
        }
        return "offered load, %d connections for %d s, responder on its own core: %.0f requests/s at most%n%n%s"
                .formatted(options.connections(), options.seconds(), capacity, table);
    }

    static List<Generator> loombenchOf(CompareOptions options) {
        return options.generators().stream()
                .filter(g -> g.name().startsWith("loombench"))
                .filter(g -> !g.closed().isEmpty() && !g.open().isEmpty())
                .toList();
    }

    private static double capacity(Generator generator, CompareOptions options) {
        int whole = options.warmUpSeconds() + CAPACITY_SECONDS + 2;
        try (var run =
                GeneratorRun.open(
                        generator,
                        options.withRate(0),
                        options.connections(),
                        whole,
                        false,
                        DelayProfile.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            run.requireResponses();
            var before = run.read();
            Compare.sleep(CAPACITY_SECONDS * 1000L);
            return CounterDelta.between(before, run.read()).perSecond();
        }
    }

    private static void row(
            Table table, Generator generator, CompareOptions options, double share) {
        try (var run =
                GeneratorRun.open(
                        generator,
                        options,
                        options.connections(),
                        options.seconds(),
                        true,
                        DelayProfile.NONE)) {
            run.process().await(Duration.ofSeconds(options.seconds() + 60L));
            var folder = run.load().folder();
            long required = Math.round(options.rate() * GeneratorReport.figure(folder, "seconds"));
            long sent = (long) GeneratorReport.figure(folder, "sent");
            table.row(
                    generator.name(),
                    Table.figure(share, 1),
                    "" + required,
                    "" + sent,
                    Table.figure(100.0 * (sent - required) / required, 3) + " %",
                    GeneratorReport.reportedProblems(folder));
        }
    }
}
