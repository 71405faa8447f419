package dev.loombench.governor.limiters;

import java.util.Arrays;
import java.util.Locale;

/// Prints a table in Markdown for each scenario: how much of what was possible each limiter let
/// through, and how much it rejected while a server was free.
public final class LimiterComparison {
    private LimiterComparison() {}

    public static void main(String[] args) {
        long seed = seed(args);
        System.out.println(
                "Simulated time, seed %d. Good: responses within the deadline, of those that were possible."
                        .formatted(seed));
        System.out.println("Needless: rejected while a server was free.");
        for (var scenario : Scenario.all()) {
            print(scenario, seed);
        }
    }

    private static long seed(String[] args) {
        if (args.length == 0) {
            return 1;
        }
        if (args.length == 2 && args[0].equals("--seed") && args[1].matches("[0-9]{1,18}")) {
            return Long.parseLong(args[1]);
        }
        System.err.println(
                "expected nothing or --seed N, found " + String.join(" ", Arrays.asList(args)));
        System.exit(2);
        throw new IllegalStateException("System.exit returned");
    }

    private static void print(Scenario scenario, long seed) {
        System.out.printf(
                Locale.ROOT,
                "%n### %s%n%n%s %d servers, %,.0f requests/s possible, deadline %.0f ms.%n%n",
                scenario.name(),
                scenario.question(),
                scenario.servers(),
                scenario.capacity(),
                scenario.deadlineSeconds() * 1e3);
        System.out.println("| limiter | | good | rejected | needless | p99 |");
        System.out.println("|---|---|---|---|---|---|");
        for (var contestant : Limiters.all()) {
            var outcome = run(scenario, contestant, seed);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %.1f %% | %.1f %% | %,.0f ms |%n",
                    contestant.name(),
                    contestant.origin(),
                    outcome.good(),
                    100 * outcome.rejected(),
                    100 * outcome.needless(),
                    outcome.p99Millis());
        }
    }

    static Outcome run(Scenario scenario, Limiters.Contestant contestant, long seed) {
        var clock = new SimulatedClock();
        var limiter = contestant.factory().create(scenario, clock);
        return new ServiceSimulation(scenario, clock.driving(limiter), seed).run();
    }
}
