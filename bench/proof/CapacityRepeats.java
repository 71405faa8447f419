import dev.loombench.stats.Descriptive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Repeats searches for the capacity of pools whose capacity is known, one pool in turn, and prints
/// for each pool the ratio of each capacity found to the known one, and how many intervals contain
/// the mean of all other searches.
///
/// The known capacity is that of [PoolQueue], with the time for which a request holds its thread
/// taken from the median response time of the long windows at 0.9 times the capacity, over all
/// searches: most requests find a free thread there, and take the wait with the overshoot of the
/// timer, and the little time before and after it. A single user's requests take some 2 % longer,
/// as the timers of a machine that rests are later.
///
/// `capacity [--runs N]`: 20 valid searches by default. Each finished search is a line of
/// `capacity-searches.jsonl` in the results folder; a proof that is started again continues after
/// them. Exit code 1 when an expectation fails.
final class CapacityRepeats {
    private static final List<Pool> POOLS =
            List.of(new Pool("pool 32", 32), new Pool("pool 48", 48));

    /// Of each search, which holds its capacity in a long window as those of users do. Windows are
    /// short, since the queues of these pools change quickly.
    private static final List<String> SEARCH =
            List.of(
                    "--slo",
                    "p99<30ms",
                    "--processes",
                    "3",
                    "-d",
                    "2s",
                    "-c",
                    "300",
                    "--recovery",
                    "0s");

    private static final double LIMIT = 0.03;
    private static final double ALLOWED = 0.01;

    /// Largest relative error of the mean of a pool's searches.
    private static final double PRECISION = 0.03;

    /// Intervals at 95 % that may miss: of 20, at most 2 do with probability 0.92.
    private static final double MISSES = 0.1;

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));
    private final Path file = results.resolve("capacity-searches.jsonl");
    private final JsonMapper json = new JsonMapper();
    private final List<Found> found = new ArrayList<>();

    private record Pool(String name, int threads) {}

    /// A valid search.
    ///
    /// @param search its options, and those of the experiment
    /// @param heldMillis median response time of the long window
    /// @param seconds that it took
    record Found(
            String search,
            String pool,
            double capacity,
            double low,
            double high,
            double heldMillis,
            double seconds) {
        boolean contains(double value) {
            return low <= value && value <= high;
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int runs =
                args.length == 2 && args[0].equals("--runs")
                        ? Integer.parseInt(args[1])
                        : args.length == 0 ? 20 : 0;
        if (runs < 2 * POOLS.size()) {
            System.err.println(
                    "usage: bench/proof/run capacity [--runs N], N at least " + 2 * POOLS.size());
            System.exit(2);
        }
        System.exit(new CapacityRepeats().run(runs) ? 0 : 1);
    }

    private boolean run(int runs) throws IOException, InterruptedException {
        readFinished();
        if (!found.isEmpty()) {
            System.out.printf(
                    "continues after %d searches in %s; delete it to begin again%n",
                    found.size(), file);
        }
        int missing = runs - found.size();
        for (int i = 0; i < missing; i++) {
            var pool = leastSearched();
            search(pool);
            summary();
        }
        boolean passed = summary();
        if (found.size() < runs) {
            System.out.printf(
                    "%d of %d searches are valid; the same command continues%n",
                    found.size(), runs);
        }
        return passed && found.size() >= runs;
    }

    private void readFinished() throws IOException {
        if (Files.exists(file)) {
            for (var line : Files.readAllLines(file)) {
                var one = json.readValue(line, Found.class);
                if (!one.search.equals(key())) {
                    System.err.printf(
                            "%s has searches with other options (%s); move it away%n",
                            file, one.search);
                    System.exit(2);
                }
                found.add(one);
            }
        }
    }

    /// What makes searches comparable.
    private static String key() {
        return String.join(" ", SEARCH);
    }

    private Pool leastSearched() {
        var least = POOLS.getFirst();
        for (var pool : POOLS) {
            if (of(pool).size() < of(least).size()) {
                least = pool;
            }
        }
        return least;
    }

    private List<Found> of(Pool pool) {
        return found.stream().filter(f -> f.pool.equals(pool.name)).toList();
    }

    private void search(Pool pool) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var out = Files.createTempFile(results, "capacity", ".json");
        var command =
                new ArrayList<>(
                        List.of(
                                home.resolve("loombench").toString(),
                                "capacity",
                                home.resolve("bench/proof/capacity.yaml").toString(),
                                "--variant",
                                pool.name,
                                "--results",
                                results.toString(),
                                "-o",
                                "json"));
        command.addAll(SEARCH);
        var process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        if (Files.size(out) == 0) {
            System.out.printf("%s: no result, exit code %d%n", pool.name, exit);
            return;
        }
        var document = json.readTree(out);
        Files.delete(out);
        var variant = document.at("/variants/0");
        System.out.printf(
                "%s (%s, %.0f s): %s%n",
                pool.name,
                document.at("/verdict").asString(),
                seconds,
                variant.at("/sentence").asString());
        if (document.at("/complete").asBoolean()
                && !document.at("/verdict").asString().equals("invalid")
                && variant.at("/capacityInterval").isObject()) {
            keep(pool, variant, seconds);
        }
    }

    private void keep(Pool pool, JsonNode variant, double seconds) throws IOException {
        var one =
                new Found(
                        key(),
                        pool.name,
                        variant.at("/capacityPerSecond").asDouble(),
                        variant.at("/capacityInterval/low").asDouble(),
                        variant.at("/capacityInterval/high").asDouble(),
                        heldMillis(variant),
                        seconds);
        found.add(one);
        Files.writeString(
                file,
                json.writeValueAsString(one) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /// Of the last window for which a rate was held.
    private static double heldMillis(JsonNode variant) {
        double median = Double.NaN;
        for (var probe : variant.at("/probes")) {
            if (probe.at("/purpose").asString().equals("hold")) {
                median = probe.at("/figures/medianNanos").asDouble() / 1e6;
            }
        }
        return median;
    }

    /// Prints all pools.
    ///
    /// @return whether the expectations hold
    private boolean summary() {
        boolean passed = true;
        int agree = 0;
        int compared = 0;
        for (var pool : POOLS) {
            var searches = of(pool);
            if (searches.isEmpty()) {
                continue;
            }
            double held =
                    Descriptive.median(searches.stream().mapToDouble(Found::heldMillis).toArray());
            double known = new PoolQueue(pool.threads, held / 1e3).capacity(LIMIT, ALLOWED);
            double mean = mean(searches);
            passed &= Math.abs(mean / known - 1) <= PRECISION;
            System.out.printf(
                    "%s: known %.1f/s (M/D/%d, a request holds its thread for %.2f ms); mean found / known %.3f;"
                            + " each%s; %d of %d within 3 %%; %d of %d intervals contain the known one%n",
                    pool.name,
                    known,
                    pool.threads,
                    held,
                    mean / known,
                    ratios(searches, known),
                    searches.stream()
                            .filter(f -> Math.abs(f.capacity / known - 1) <= PRECISION)
                            .count(),
                    searches.size(),
                    searches.stream().filter(f -> f.contains(known)).count(),
                    searches.size());
            if (searches.size() > 1) {
                agree +=
                        (int)
                                searches.stream()
                                        .filter(f -> f.contains(others(f, searches)))
                                        .count();
                compared += searches.size();
            }
        }
        System.out.printf(
                "%d of %d intervals contain the mean of the other searches; %.0f s per search%n",
                agree,
                compared,
                found.stream().mapToDouble(Found::seconds).average().orElse(Double.NaN));
        return passed && compared - agree <= MISSES * compared;
    }

    private static String ratios(List<Found> searches, double known) {
        var text = new StringBuilder();
        searches.forEach(f -> text.append(" %.3f".formatted(f.capacity / known)));
        return text.toString();
    }

    private static double others(Found one, List<Found> searches) {
        return mean(searches.stream().filter(f -> f != one).toList());
    }

    /// The geometric mean.
    private static double mean(List<Found> searches) {
        return Math.exp(
                searches.stream().mapToDouble(f -> Math.log(f.capacity)).average().orElseThrow());
    }
}
