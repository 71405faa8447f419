package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Connections that can be held open at once, each with a response after 10 s: by one process, and
/// by two at once that each have their own source address and responder.
final class HeldConnectionsBenchmark {
    private static final int RESPONSE_MILLIS = 10_000;
    private static final String COMMAND =
            "{home}/loombench load --hold -c {c} --connect-rate 2k --timeout 60s -d 1s"
                    + " --local-address 127.0.0.%d --warm-up 0s --output json {url}";

    private HeldConnectionsBenchmark() {}

    private record PeakMemory(GeneratorRun run, long kilobytes, long responderKilobytes) {}

    static String run(CompareOptions options) {
        var table =
                new Table(
                        "processes",
                        "source",
                        "requested",
                        "open at once",
                        "sent",
                        "succeeded",
                        "failed",
                        "RSS MB",
                        "responder RSS MB");
        for (int processes : List.of(1, 2)) {
            Compare.say("%d x %d connections".formatted(processes, options.connections()));
            hold(table, processes, options);
        }
        return "held connections, response after %d s%n%n%s"
                .formatted(RESPONSE_MILLIS / 1000, table);
    }

    private static void hold(Table table, int processes, CompareOptions options) {
        var runs = new ArrayList<GeneratorRun>();
        try {
            for (int i = 0; i < processes; i++) {
                var generator =
                        Generator.of("loombench-held" + i, "{home}/loombench", "./loombench list")
                                .closed(COMMAND.formatted(2 + i));
                runs.add(
                        GeneratorRun.open(
                                generator,
                                options,
                                options.connections(),
                                0,
                                false,
                                DelayProfile.hold(RESPONSE_MILLIS)));
            }
            var peaks = awaitAll(runs);
            for (int i = 0; i < processes; i++) {
                row(table, processes, i, peaks.get(i), options);
            }
        } finally {
            runs.forEach(GeneratorRun::close);
        }
    }

    /// Samples the memory twice per second until all runs have ended.
    private static List<PeakMemory> awaitAll(List<GeneratorRun> runs) {
        var peaks = new ArrayList<>(runs.stream().map(r -> new PeakMemory(r, 0, 0)).toList());
        while (peaks.stream().anyMatch(p -> p.run().process().alive())) {
            peaks.replaceAll(HeldConnectionsBenchmark::sampled);
            Compare.sleep(500);
        }
        runs.forEach(r -> r.process().await(Duration.ofSeconds(1)));
        return peaks;
    }

    private static PeakMemory sampled(PeakMemory peak) {
        var run = peak.run();
        long own = run.process().alive() ? run.process().peakKilobytes() : 0;
        return new PeakMemory(
                run, Math.max(peak.kilobytes(), own), run.responder().process().peakKilobytes());
    }

    private static void row(
            Table table, int processes, int i, PeakMemory peak, CompareOptions options) {
        var folder = peak.run().load().folder();
        table.row(
                "" + processes,
                "127.0.0." + (2 + i),
                "" + options.connections(),
                Table.figure(GeneratorReport.figure(folder, "established"), 0),
                Table.figure(GeneratorReport.figure(folder, "sent"), 0),
                Table.figure(GeneratorReport.figure(folder, "succeeded"), 0),
                Table.figure(GeneratorReport.figure(folder, "failed"), 0),
                Table.figure(peak.kilobytes() / 1024.0, 1),
                Table.figure(peak.responderKilobytes() / 1024.0, 1));
    }
}
