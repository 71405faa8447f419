package dev.loombench.governor.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs the benchmarks on one thread and on two, and prints each beside what it is to be compared
/// with. Options are JMH's own and come before those set here.
public final class Costs {
    /// What stands beside what: the benchmark, then its base.
    private static final Map<String, String> BASES = new LinkedHashMap<>();

    static {
        BASES.put("clockTwice", "clockTwice");
        BASES.put("semaphore", "semaphore");
        BASES.put("admitted", "semaphore");
        BASES.put("admittedAdaptive", "semaphore");
        BASES.put("refused", "semaphore");
        BASES.put("direct", "direct");
        BASES.put("admittedByExecutor", "direct");
        BASES.put("fixed", "fixed");
        BASES.put("autonomic", "fixed");
        BASES.put("virtualThread false", "virtualThread false");
        BASES.put("virtualThread true", "virtualThread false");
    }

    private Costs() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        var given = new CommandLineOptions(args);
        if (given.shouldHelp()) {
            try {
                given.showHelp();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return;
        }
        for (int threads : new int[] {1, 2}) {
            var results = new Runner(options(given, threads)).run();
            System.out.printf("%n%d thread%s%n", threads, threads == 1 ? "" : "s");
            print(byName(results));
        }
    }

    private static Options options(CommandLineOptions given, int threads) {
        var options = new OptionsBuilder().parent(given).threads(threads);
        if (!given.getForkCount().hasValue()) {
            options.forks(5);
        }
        if (!given.getWarmupIterations().hasValue()) {
            options.warmupIterations(5).warmupTime(TimeValue.seconds(1));
        }
        if (!given.getMeasurementIterations().hasValue()) {
            options.measurementIterations(5).measurementTime(TimeValue.seconds(1));
        }
        return options.build();
    }

    private static Map<String, Result<?>> byName(Collection<RunResult> results) {
        var byName = new LinkedHashMap<String, Result<?>>();
        for (var result : results) {
            var parameters = result.getParams();
            var name = parameters.getBenchmark();
            var governed = parameters.getParam("governed");
            byName.put(
                    name.substring(name.lastIndexOf('.') + 1)
                            + (governed == null ? "" : " " + governed),
                    result.getPrimaryResult());
        }
        return byName;
    }

    private static void print(Map<String, Result<?>> results) {
        BASES.forEach((name, base) -> {
            var result = results.get(name);
            if (result == null) {
                return; // not asked for
            }
            double score = result.getScore();
            System.out.printf(
                    Locale.ROOT,
                    "  %-22s %10.1f ns  ± %-8.1f%s%n",
                    name,
                    score,
                    result.getScoreError(),
                    results.containsKey(base) && !base.equals(name)
                            ? "  x %.2f of %s".formatted(score / results.get(base).getScore(), base)
                            : "");
        });
    }
}
