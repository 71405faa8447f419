import dev.loombench.stats.Descriptive;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// What a profile costs the profiled JVM: CPU time per unit of work, compared with the same service
/// that runs beside it and is not profiled.
///
/// `run [TRIALS [SECONDS]]`. Per trial two fresh services, of which one is profiled by `loombench
/// inspect --profile`; each counts the units of work that it does, and the kernel its CPU time. Two
/// ratios are printed: over the whole inspection, with the time in which the profiler is loaded,
/// and over its second half, in which it only records.
final class ProfileCost {
    /// The time in which a service compiles what it runs.
    private static final long WARM_UP_MILLIS = 10_000;

    private ProfileCost() {}

    /// @param cpuMillis CPU time so far
    /// @param units of work so far
    private record Moment(double cpuMillis, double units) {
        double perUnit(Moment since) {
            return (cpuMillis - since.cpuMillis) / (units - since.units);
        }
    }

    private static final class Service implements AutoCloseable {
        private final Process process;
        private final BufferedReader replies;

        Service() throws IOException {
            process =
                    new ProcessBuilder(
                                    Lab.JAVA.toString(),
                                    "-XX:+UseSerialGC",
                                    "-Xmx64m",
                                    "-XX:+EnableDynamicAgentLoading",
                                    "-cp",
                                    Lab.CLASSES,
                                    "DeepService")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            replies = process.inputReader();
            replies.readLine();
        }

        Moment now() throws IOException {
            var out = process.getOutputStream();
            out.write('\n');
            out.flush();
            long units = Long.parseLong(replies.readLine());
            return new Moment(Lab.cpuMillis(process.pid()), units);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    public static void main(String[] args) throws Exception {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 30;
        var whole = new double[trials];
        var recording = new double[trials];
        for (int trial = 0; trial < trials; trial++) {
            try (var first = new Service();
                    var second = new Service()) {
                boolean swapped = trial % 2 == 1;
                var ratios = measure(swapped ? second : first, swapped ? first : second, seconds);
                whole[trial] = ratios.getFirst();
                recording[trial] = ratios.getLast();
                System.err.printf("trial %d: %s%n", trial + 1, ratios);
            }
        }
        System.out.printf(
                "CPU per unit of work, profiled to not profiled, median of %d: %.4f over all %d s, %.4f while it records%n",
                trials, Descriptive.median(whole), seconds, Descriptive.median(recording));
        System.out.printf(
                "all: %s; while it records: %s%n",
                Arrays.toString(whole), Arrays.toString(recording));
    }

    /// @return the ratio over the whole inspection, and over its second half
    private static List<Double> measure(Service profiled, Service other, int seconds)
            throws Exception {
        Thread.sleep(WARM_UP_MILLIS);
        var starts = List.of(profiled.now(), other.now());
        var inspection = Lab.inspect(profiled.process.pid(), seconds, List.of("--profile"));
        Thread.sleep(500L * seconds);
        var halves = List.of(profiled.now(), other.now());
        if (inspection.waitFor() != 0) {
            throw new IOException("the inspection failed");
        }
        var ends = List.of(profiled.now(), other.now());
        return List.of(
                ends.getFirst().perUnit(starts.getFirst())
                        / ends.getLast().perUnit(starts.getLast()),
                ends.getFirst().perUnit(halves.getFirst())
                        / ends.getLast().perUnit(halves.getLast()));
    }
}
