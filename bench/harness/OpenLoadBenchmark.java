package harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// CPU per request at a fixed rate.
///
/// A generator that keeps a schedule cannot be paused, because it would then send all overdue
/// requests. Each run is therefore a fresh process, in random order round by round, and its CPU
/// time is read over a window in the middle of the run.
final class OpenLoadBenchmark {
    private OpenLoadBenchmark() {}

    /// @param waits of its threads per request
    /// @param report the generator's own report on the whole run
    private record Measurement(CounterDelta window, double waits, GeneratorReport report) {}

    static String run(CompareOptions options) {
        Map<String, List<Measurement>> runs = new LinkedHashMap<>();
        var wakeUps = new ArrayList<WakeUp>();
        var left =
                Rounds.run(
                        options,
                        options.generators().stream().filter(g -> !g.open().isEmpty()).toList(),
                        () -> wakeUps.add(wakeUp(options)),
                        generator ->
                                runs.computeIfAbsent(generator.name(), _ -> new ArrayList<>())
                                        .add(measure(generator, options)));
        runs.keySet().retainAll(left.stream().map(Generator::name).toList());
        return """
        open, %d requests/s over %d connections, %d runs of %d s each, responder on %s core%n\
        a timer alone at this rate takes %.1f us of CPU per wake-up and is %.3f ms late at p50, \
        %.3f at p99%n%n%s\
        """
                .formatted(
                        options.rate(),
                        options.connections(),
                        options.rounds(),
                        options.seconds(),
                        options.placement().sharedCore() ? "the generator's" : "its own",
                        median(wakeUps, WakeUp::cpuMicros),
                        median(wakeUps, WakeUp::p50Micros) / 1e3,
                        median(wakeUps, WakeUp::p99Micros) / 1e3,
                        table(runs, options.reference()));
    }

    /// CPU time and lateness of a timer on this machine: see bench/timer.c.
    private record WakeUp(double cpuMicros, double p50Micros, double p99Micros) {}

    private static WakeUp wakeUp(CompareOptions options) {
        var placement = options.placement();
        var command = List.of(placement.program("timer"), "" + options.rate(), "3");
        var line = placement.onGeneratorCore(command);
        try (var timer = ChildProcess.startPiped("timer", line, options.scratch())) {
            var fields = timer.firstLine().split(" ", -1);
            return new WakeUp(
                    Double.parseDouble(fields[0]),
                    Double.parseDouble(fields[1]),
                    Double.parseDouble(fields[2]));
        }
    }

    private static double median(List<WakeUp> wakeUps, ToDoubleFunction<WakeUp> figure) {
        return Quartiles.of(wakeUps.stream().mapToDouble(figure).toArray()).median();
    }

    private static Measurement measure(Generator generator, CompareOptions options) {
        int whole = options.warmUpSeconds() + options.seconds() + 2; // start and end are left out
        try (var run =
                GeneratorRun.open(
                        generator,
                        options,
                        options.connections(),
                        whole,
                        true,
                        DelayProfile.NONE)) {
            Compare.sleep(options.warmUpSeconds() * 1000L);
            run.requireResponses();
            long waits = run.process().waits();
            var before = run.read();
            Compare.sleep(options.seconds() * 1000L);
            var window = CounterDelta.between(before, run.read());
            waits = run.process().waits() - waits;
            return new Measurement(
                    window,
                    (double) waits / window.responses(),
                    run.report(Duration.ofSeconds(30)));
        }
    }

    private static Table table(Map<String, List<Measurement>> runs, String reference) {
        var table =
                new Table(
                        "generator",
                        "CPU us/request",
                        "of " + reference,
                        "quartiles",
                        "waits/request",
                        "requests/s",
                        "send lag p50 ms",
                        "send lag p99 ms");
        var others = runs.containsKey(reference) ? windows(runs.get(reference)) : null;
        runs.entrySet().stream()
                .sorted((a, b) ->
                        Double.compare(cpu(a.getValue()).median(), cpu(b.getValue()).median()))
                .forEach(e -> {
                    var all = e.getValue();
                    var of = others == null ? null : CounterDelta.ratios(windows(all), others);
                    table.row(
                            e.getKey(),
                            Table.figure(cpu(all).median(), 1),
                            of == null ? "-" : Table.figure(of.median(), 2),
                            of == null ? "-" : of.range(),
                            Table.figure(waits(all), 2),
                            Table.figure(rate(all), 0),
                            Table.figure(lag(all, 50.0), 3),
                            Table.figure(lag(all, 99.0), 3));
                });
        return table;
    }

    private static List<CounterDelta> windows(List<Measurement> runs) {
        return runs.stream().map(Measurement::window).toList();
    }

    private static Quartiles cpu(List<Measurement> runs) {
        return Quartiles.of(runs.stream().mapToDouble(r -> r.window().cpuMicros()).toArray());
    }

    private static double waits(List<Measurement> runs) {
        return Quartiles.of(runs.stream().mapToDouble(Measurement::waits).toArray()).median();
    }

    private static double rate(List<Measurement> runs) {
        return Quartiles.of(runs.stream().mapToDouble(r -> r.window().perSecond()).toArray())
                .median();
    }

    /// The median over runs of a percentile of the send lag; NaN for a generator that does not
    /// report it.
    private static double lag(List<Measurement> runs, double percent) {
        double[] lags =
                runs.stream()
                        .filter(r -> r.report().lag().containsKey(percent))
                        .mapToDouble(r -> r.report().lag().get(percent))
                        .toArray();
        return lags.length == 0 ? Double.NaN : Quartiles.of(lags).median();
    }
}
