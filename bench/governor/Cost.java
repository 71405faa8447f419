import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a governor costs where there is nothing to govern, to a percent: JVMs differ by more in
/// what the same tasks take, so each JVM does them with a governor and without, in turn.
///
/// `run --cost [TRIALS [row ...]]`: for each row the ratio of CPU a task of governed spans to that
/// of their neighbours without. A JVM counts once, by the mean of the logarithms of its pairs; the
/// interval is Student's over JVMs.
final class Cost {
    private static final List<String> ROWS =
            List.of("park", "park-apart", "sleep", "sleep-apart", "short");

    /// In seconds; the governor settles within 5 s.
    private static final double WARM_UP = 6;

    private static final double MEASURE = 6;

    /// Student's, 97.5 %, by degrees of freedom from 1.
    private static final double[] T = {
        12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13
    };

    static int run(List<String> args) throws IOException, InterruptedException {
        int trials = args.isEmpty() ? 10 : Integer.parseInt(args.getFirst());
        if (trials < 2 || trials > T.length + 1) {
            System.err.println("run: --cost takes 2 to " + (T.length + 1) + " trials");
            return 2;
        }
        var rows = args.size() > 1 ? args.subList(1, args.size()) : ROWS;
        for (var row : rows) {
            if (!ROWS.contains(row)) {
                System.err.println("run: no row " + row + "; --cost has " + ROWS);
                return 2;
            }
        }
        for (var row : rows) {
            print(row, trials);
        }
        return 0;
    }

    private static void print(String row, int trials) throws IOException, InterruptedException {
        double[] logs = new double[trials];
        var off = new ArrayList<Double>();
        for (int trial = 0; trial < trials; trial++) {
            var seen = Bench.trial(row, "on-and-off", WARM_UP, MEASURE);
            for (int pair = 0; pair < Trial.PAIRS; pair++) {
                double without = seen.get("off-" + pair);
                off.add(without);
                logs[trial] += Math.log(seen.get("on-" + pair) / without) / Trial.PAIRS;
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
                "%-12s governed / not: %.3f [%.3f, %.3f] times the CPU a task, %d JVMs of %d pairs; not: %.2f us%n",
                row,
                Math.exp(mean),
                Math.exp(mean - half),
                Math.exp(mean + half),
                trials,
                Trial.PAIRS,
                Bench.median(off.stream().mapToDouble(Double::doubleValue).toArray()));
    }
}
