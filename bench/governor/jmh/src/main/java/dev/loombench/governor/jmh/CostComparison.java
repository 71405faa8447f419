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

/// Runs the benchmarks on one thread and on two, and compares each result with its baseline.
///
/// Options are those of JMH, and override the defaults set here.
public final class CostComparison {
    /// The baseline of each benchmark.
    private static final Map<String, String> BASELINES = new LinkedHashMap<>();

    static {
        BASELINES.put("clockTwice", "clockTwice");
        BASELINES.put("semaphore", "semaphore");
        BASELINES.put("admitted", "semaphore");
        BASELINES.put("admittedAdaptive", "semaphore");
        BASELINES.put("rejected", "semaphore");
        BASELINES.put("direct", "direct");
        BASELINES.put("admittedByExecutor", "direct");
        BASELINES.put("fixed", "fixed");
        BASELINES.put("autonomic", "fixed");
        BASELINES.put("virtualThread false", "virtualThread false");
        BASELINES.put("virtualThread true", "virtualThread false");
    }

    private CostComparison() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        var commandLine = new CommandLineOptions(args);
        if (commandLine.shouldHelp()) {
            try {
                commandLine.showHelp();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return;
        }
        for (int threads : new int[] {1, 2}) {
            var results = new Runner(options(commandLine, threads)).run();
            System.out.printf("%n%d thread%s%n", threads, threads == 1 ? "" : "s");
            print(byName(results));
        }
    }

    private static Options options(CommandLineOptions commandLine, int threads) {
        var options = new OptionsBuilder().parent(commandLine).threads(threads);
        if (!commandLine.getForkCount().hasValue()) {
            options.forks(5);
        }
        if (!commandLine.getWarmupIterations().hasValue()) {
            options.warmupIterations(5).warmupTime(TimeValue.seconds(1));
        }
        if (!commandLine.getMeasurementIterations().hasValue()) {
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
        BASELINES.forEach((name, baseline) -> {
            var result = results.get(name);
            if (result == null) {
                return; // not run
            }
            double score = result.getScore();
            System.out.printf(
                    Locale.ROOT,
                    "  %-22s %10.1f ns  ± %-8.1f%s%n",
                    name,
                    score,
                    result.getScoreError(),
                    results.containsKey(baseline) && !baseline.equals(name)
                            ? "  x %.2f of %s"
                                    .formatted(score / results.get(baseline).getScore(), baseline)
                            : "");
        });
    }
}
