import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// CPU overhead of a governor that has nothing to do, to a percent. The CPU per task differs more
/// between JVMs, so each JVM alternates between spans with a governor and spans without.
///
/// `run --overhead [TRIALS [SCENARIO...]]`: for each scenario the ratio of the CPU per task of the
/// governed spans to that of their neighbours without a governor. A JVM counts once, by the mean of
/// the logarithms of its pairs; the interval is Student's over JVMs.
final class OverheadBenchmark {
    private static final List<String> SCENARIOS =
            List.of("park", "park-jittered", "sleep", "sleep-jittered", "short");

    /// Seconds; the governor settles within 5 s.
    private static final double WARM_UP = 6;

    private static final double MEASURE = 6;

    /// Student's t, 97.5 %, by degrees of freedom from 1.
    private static final double[] T = {
        12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13
    };

    static int run(List<String> args) throws IOException, InterruptedException {
        int trials = args.isEmpty() ? 10 : Integer.parseInt(args.getFirst());
        if (trials < 2 || trials > T.length + 1) {
            System.err.println("run: --overhead takes 2 to " + (T.length + 1) + " trials");
            return 2;
        }
        var scenarios = args.size() > 1 ? args.subList(1, args.size()) : SCENARIOS;
        for (var scenario : scenarios) {
            if (!SCENARIOS.contains(scenario)) {
                System.err.println(
                        "run: unknown scenario " + scenario + "; --overhead has " + SCENARIOS);
                return 2;
            }
        }
        for (var scenario : scenarios) {
            print(scenario, trials);
        }
        return 0;
    }

    private static void print(String scenario, int trials)
            throws IOException, InterruptedException {
        double[] logs = new double[trials];
        var off = new ArrayList<Double>();
        for (int trial = 0; trial < trials; trial++) {
            var figures = ScenarioBenchmark.trial(scenario, "alternating", WARM_UP, MEASURE);
            for (int pair = 0; pair < ScenarioTrial.PAIRS; pair++) {
                double without = figures.get("off-" + pair);
                off.add(without);
                logs[trial] += Math.log(figures.get("on-" + pair) / without) / ScenarioTrial.PAIRS;
            }
        }
        double mean = 0;
        for (double log : logs) {
            mean += log / trials;
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double half = T[trials - 2] * Math.sqrt(squares / (trials - 1) / trials);
        System.out.printf(
                Locale.ROOT,
                "%-14s CPU per task, governed / ungoverned: %.3f [%.3f, %.3f], %d JVMs of %d pairs; ungoverned: %.2f us%n",
                scenario,
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                trials,
                ScenarioTrial.PAIRS,
                ScenarioBenchmark.median(off.stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
