package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// CPU per request with every connection busy.
///
/// All generators are started, warmed up and paused. Each round resumes each of them for one short
/// window, in random order, so that a disturbance of the machine affects all alike. The counters of
/// a run are read while it is paused, so they are exact.
final class ClosedLoadBenchmark {
    private static final int LONGER_THAN_ANY_RUN = 86_000; // s

    private final CompareOptions options;
    private final Map<String, GeneratorRun> runs = new LinkedHashMap<>();
    private final Map<String, List<CounterDelta>> windows = new LinkedHashMap<>();
    private final Map<String, Long> connected = new HashMap<>();
    private final Map<String, Long> resident = new HashMap<>();

    private ClosedLoadBenchmark(CompareOptions options) {
        this.options = options;
    }

    static String run(CompareOptions options) {
        var comparison = new ClosedLoadBenchmark(options);
        try {
            comparison.warmUp();
            comparison.rounds();
            comparison.runs.forEach((name, run) ->
                    comparison.resident.put(name, run.process().residentKilobytes()));
        } finally {
            comparison.runs.values().forEach(GeneratorRun::close);
        }
        comparison.write();
        return comparison.table();
    }

    private void warmUp() {
        for (var generator : options.generators()) {
            if (generator.closed().isEmpty()) {
                continue;
            }
            Compare.say("warming up " + generator.name());
            try {
                var run =
                        GeneratorRun.open(
                                generator,
                                options,
                                options.connections(),
                                LONGER_THAN_ANY_RUN,
                                false,
                                DelayProfile.NONE);
                runs.put(generator.name(), run);
                Compare.sleep(options.warmUpSeconds() * 1000L);
                run.pause();
                run.requireResponses();
                connected.put(generator.name(), run.responder().open());
                windows.put(generator.name(), new ArrayList<>());
            } catch (HarnessException e) {
                drop(generator.name(), e);
            }
        }
    }

    private void rounds() {
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            var order = new ArrayList<>(runs.keySet());
            Collections.shuffle(order, random);
            for (var name : order) {
                try {
                    windows.get(name).add(runs.get(name).window(options.windowMillis()));
                } catch (HarnessException e) {
                    drop(name, e);
                }
            }
            if (round % 10 == 0) {
                Compare.say("round %d of %d".formatted(round, options.rounds()));
            }
        }
    }

    private void drop(String name, HarnessException cause) {
        Compare.say("dropped from the comparison: " + cause.getMessage());
        windows.remove(name);
        var run = runs.remove(name);
        if (run != null) {
            run.close();
        }
    }

    private String table() {
        var table =
                new Table(
                        "generator",
                        "CPU us/request",
                        "of " + options.reference(),
                        "quartiles",
                        "RSS MB",
                        "responder us",
                        "connections");
        var reference = windows.get(options.reference());
        windows.entrySet().stream()
                .sorted((a, b) ->
                        Double.compare(cpu(a.getValue()).median(), cpu(b.getValue()).median()))
                .forEach(e -> {
                    var of =
                            reference == null ? null : CounterDelta.ratios(e.getValue(), reference);
                    table.row(
                            e.getKey(),
                            Table.figure(cpu(e.getValue()).median(), 2),
                            of == null ? "-" : Table.figure(of.median(), 2),
                            of == null ? "-" : of.range(),
                            Table.figure(resident.get(e.getKey()) / 1024.0, 1),
                            Table.figure(responder(e.getValue()).median(), 2),
                            "" + connected.get(e.getKey()));
                });
        return "closed, %d connections, %d rounds of %d ms, responder on %s core%n%n%s"
                .formatted(
                        options.connections(),
                        options.rounds(),
                        options.windowMillis(),
                        options.placement().sharedCore() ? "the generator's" : "its own",
                        table);
    }

    private static Quartiles cpu(List<CounterDelta> windows) {
        return Quartiles.of(windows.stream().mapToDouble(CounterDelta::cpuMicros).toArray());
    }

    private static Quartiles responder(List<CounterDelta> windows) {
        return Quartiles.of(windows.stream().mapToDouble(CounterDelta::responderMicros).toArray());
    }

    /// Writes every window to a file.
    private void write() {
        var file =
                options.placement()
                        .target()
                        .resolve(
                                "closed-c%d-seed%d.csv"
                                        .formatted(options.connections(), options.seed()));
        var lines =
                new ArrayList<>(List.of("generator,round,nanos,cpuNanos,responderNanos,responses"));
        windows.forEach((name, all) -> {
            for (int i = 0; i < all.size(); i++) {
                var w = all.get(i);
                lines.add(
                        "%s,%d,%d,%d,%d,%d"
                                .formatted(
                                        name,
                                        i + 1,
                                        w.nanos(),
                                        w.cpuNanos(),
                                        w.responderNanos(),
                                        w.responses()));
            }
        });
        try {
            Files.write(file, lines);
            Compare.say("all windows: " + file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
