package dev.loombench.cli.capacity;

import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.spec.text.CommandWords;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The one command that follows a search.
public final class NextCommand {
    /// Rate of a run below the capacity, as a share of the lowest one.
    private static final double BELOW = 0.8;

    private static final double WHOLE = 100;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private NextCommand() {}

    /// A command and its purpose.
    public record Step(String command, String purpose) {}

    /// More processes where the comparison is undecided; else, for an experiment, a run below the
    /// lowest capacity, which shows what the variants cost there.
    ///
    /// @param arguments of `loombench`
    /// @param experiment as given; empty for services
    /// @return empty where nothing follows
    public static Optional<Step> of(
            CapacityResult result, List<String> arguments, Optional<String> experiment) {
        if (!result.decided()) {
            int processes = 2 * Math.max(2, result.manifest().spec().trials().max() - 1);
            var words = new ArrayList<>(List.of("loombench"));
            words.addAll(without(arguments, "--processes"));
            words.addAll(List.of("--processes", String.valueOf(processes)));
            return Optional.of(
                    new Step(CommandWords.join(words), "more processes, which may decide"));
        }
        double lowest =
                result.variants().stream()
                        .mapToDouble(v -> v.capacity().figure())
                        .filter(rate -> rate > 0)
                        .min()
                        .orElse(0);
        return experiment
                .filter(_ -> lowest > 0)
                .map(given ->
                        new Step(
                                CommandWords.join(
                                        List.of(
                                                "loombench",
                                                "run",
                                                given,
                                                "--rate",
                                                below(lowest))),
                                "what the variants cost below their capacity"));
    }

    /// A rate below a capacity, as the option spells it: three digits, and whole from 100 on.
    static String below(double capacity) {
        double rate = BELOW * capacity;
        return (rate < WHOLE ? new BigDecimal(rate, THREE_DIGITS) : new BigDecimal(Math.ceil(rate)))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static List<String> without(List<String> arguments, String option) {
        var kept = new ArrayList<String>();
        boolean isValue = false;
        for (var argument : arguments) {
            if (isValue) {
                isValue = false;
            } else if (argument.equals(option)) {
                isValue = true;
            } else if (!argument.startsWith(option + "=")) {
                kept.add(argument);
            }
        }
        return kept;
    }
}
