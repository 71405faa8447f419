package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/// CPU per request at a fixed rate.
///
/// A generator that keeps a schedule cannot be paused: it would send what it missed. So every run
/// is a fresh process, in random order round by round, and its CPU is read over a window in its
/// middle.
final class Open {
    private Open() {}

    /// @param report the generator's own, of the whole run
    private record Run(Window window, Report report) {}

    static String run(Options options) {
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        var peers =
                new ArrayList<>(options.peers().stream().filter(p -> !p.open().isEmpty()).toList());
        peers.forEach(p -> runs.put(p.name(), new ArrayList<>()));
        var wakeUps = new ArrayList<WakeUp>();
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            wakeUps.add(wakeUp(options));
            Collections.shuffle(peers, random);
            for (var peer : List.copyOf(peers)) {
                Compare.say("round %d of %d: %s".formatted(round, options.rounds(), peer.name()));
                try {
                    runs.get(peer.name()).add(run(peer, options));
                } catch (Failed e) {
                    Compare.say("leaves the comparison: " + e.getMessage());
                    peers.remove(peer);
                    runs.remove(peer.name());
                }
            }
        }
        return """
        open, %d requests/s over %d connections, %d runs of %d s each, responder on %s core%n\
        to wake up by the clock so often, and do nothing else, takes %.1f us of CPU each time, \
        %.3f ms late at p50, %.3f at p99%n%n%s\
        """
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.rounds(),
                        options.seconds(),
                        options.place().sharedCore() ? "the generator's" : "its own",
                        median(wakeUps, WakeUp::cpuMicros),
                        median(wakeUps, WakeUp::p50Micros) / 1e3,
                        median(wakeUps, WakeUp::p99Micros) / 1e3,
                        table(runs, options.against()));
    }

    /// What the machine does with a timer: see bench/timer.c.
    private record WakeUp(double cpuMicros, double p50Micros, double p99Micros) {}

    private static WakeUp wakeUp(Options options) {
        var place = options.place();
        var command = List.of(place.program("timer"), "" + options.rate(), "3");
        var line = place.onGeneratorCore(command);
        try (var timer = Child.startTalking("timer", line, options.scratch())) {
            var told = timer.firstLine().split(" ", -1);
            return new WakeUp(
                    Double.parseDouble(told[0]),
                    Double.parseDouble(told[1]),
                    Double.parseDouble(told[2]));
        }
    }

    private static double median(List<WakeUp> wakeUps, ToDoubleFunction<WakeUp> figure) {
        return Quartiles.of(wakeUps.stream().mapToDouble(figure).toArray()).median();
    }

    private static Run run(Peer peer, Options options) {
        int whole =
                options.warmUpSeconds()
                        + options.seconds()
                        + 2; // its start and its end are left out
        try (var lane =
                Lane.open(peer, options, options.connections(), whole, true, Slowness.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            lane.requireAnswers();
            var before = lane.read();
            Compare.sleep(options.seconds() * 1000L);
            var window = Window.between(before, lane.read());
            return new Run(window, lane.report(Duration.ofSeconds(30)));
        }
    }

    private static Table table(Map<String, List<Run>> runs, String against) {
        var table =
                new Table(
                        "generator",
                        "CPU us/request",
                        "of " + against,
                        "lowest .. highest",
                        "requests/s",
                        "send lag p50 ms",
                        "send lag p99 ms");
        double reference = runs.containsKey(against) ? cpu(runs.get(against)).median() : Double.NaN;
        runs.entrySet().stream()
                .sorted((a, b) ->
                        Double.compare(cpu(a.getValue()).median(), cpu(b.getValue()).median()))
                .forEach(e -> {
                    var all = e.getValue();
                    var cpu =
                            all.stream()
                                    .mapToDouble(r -> r.window().cpuMicros())
                                    .summaryStatistics();
                    table.row(
                            e.getKey(),
                            Table.figure(cpu(all).median(), 1),
                            Table.figure(cpu(all).median() / reference, 2),
                            Table.figure(cpu.getMin(), 1) + " .. " + Table.figure(cpu.getMax(), 1),
                            Table.figure(rate(all), 0),
                            Table.figure(lag(all, 50.0), 3),
                            Table.figure(lag(all, 99.0), 3));
                });
        return table;
    }

    private static Quartiles cpu(List<Run> runs) {
        return Quartiles.of(runs.stream().mapToDouble(r -> r.window().cpuMicros()).toArray());
    }

    private static double rate(List<Run> runs) {
        return Quartiles.of(runs.stream().mapToDouble(r -> r.window().perSecond()).toArray())
                .median();
    }

    /// The median over runs of a percentile of the send lag; NaN for a generator that does not tell
    /// it.
    private static double lag(List<Run> runs, double percent) {
        double[] told =
                runs.stream()
                        .filter(r -> r.report().lag().containsKey(percent))
                        .mapToDouble(r -> r.report().lag().get(percent))
                        .toArray();
        return told.length == 0 ? Double.NaN : Quartiles.of(told).median();
    }
}
