package harness;

import java.util.Locale;

/// Growth of memory over a long run: the resident set with every connection busy, from the end of
/// the first minute on.
final class SoakBenchmark {
    private static final int SAMPLE_SECONDS = 5;
    private static final int SETTLE_SECONDS = 60;

    private SoakBenchmark() {}

    static String run(CompareOptions options) {
        var table =
                new Table(
                        "generator",
                        "requests",
                        "RSS MB after 60 s",
                        "at the end",
                        "highest since",
                        "growth KB/min");
        for (var generator : OfferedLoadBenchmark.loombenchOf(options)) {
            Compare.say(generator.name());
            soak(table, generator, options);
        }
        return "soak, %d connections for %d s%n%n%s"
                .formatted(options.connections(), options.seconds(), table);
    }

    private static void soak(Table table, Generator generator, CompareOptions options) {
        int longer = options.seconds() + 60;
        try (var run =
                GeneratorRun.open(
                        generator,
                        options,
                        options.connections(),
                        longer,
                        false,
                        DelayProfile.NONE)) {
            Compare.sleep(SETTLE_SECONDS * 1000L);
            run.requireResponses();
            long first = run.process().residentKilobytes();
            long last = first;
            long highest = first;
            for (int s = SETTLE_SECONDS; s < options.seconds(); s += SAMPLE_SECONDS) {
                Compare.sleep(SAMPLE_SECONDS * 1000L);
                last = run.process().residentKilobytes();
                highest = Math.max(highest, last);
            }
            double minutes = (options.seconds() - SETTLE_SECONDS) / 60.0;
            table.row(
                    generator.name(),
                    String.format(Locale.ROOT, "%,d", run.responder().responses()),
                    Table.figure(first / 1024.0, 1),
                    Table.figure(last / 1024.0, 1),
                    Table.figure(highest / 1024.0, 1),
                    Table.figure((last - first) / minutes, 0));
        }
    }
}
