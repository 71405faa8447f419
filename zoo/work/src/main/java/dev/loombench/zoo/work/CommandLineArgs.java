package dev.loombench.zoo.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of a command line as pairs of name and value: `--model virtual --threads 8`.
public final class CommandLineArgs {
    private final Map<String, String> values;

    private CommandLineArgs(Map<String, String> values) {
        this.values = values;
    }

    /// @param known names of the permitted options, as in `--threads`
    /// @throws UsageException if the arguments are not such pairs
    public static CommandLineArgs parse(List<String> known, String... args) {
        var given = new HashMap<String, String>();
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i])) {
                throw new UsageException(
                        "unknown option "
                                + args[i]
                                + "; known options: "
                                + String.join(", ", known));
            }
            if (i + 1 == args.length) {
                throw new UsageException(args[i] + " needs a value");
            }
            if (given.put(args[i], args[i + 1]) != null) {
                throw new UsageException(args[i] + " is given twice");
            }
        }
        return new CommandLineArgs(given);
    }

    static CommandLineArgs of(Map<String, String> values) {
        return new CommandLineArgs(Map.copyOf(values));
    }

    /// The values of those of the options that were given.
    Map<String, String> subset(List<String> options) {
        var some = new HashMap<>(values);
        some.keySet().retainAll(options);
        return Map.copyOf(some);
    }

    public Optional<String> text(String option) {
        return Optional.ofNullable(values.get(option));
    }

    /// @param why the question that the option answers
    /// @throws UsageException if it is missing
    public String required(String option, String why) {
        return text(option).orElseThrow(() -> new UsageException(option + " is missing: " + why));
    }

    /// @param low least value, inclusive
    /// @param high greatest value, inclusive
    /// @throws UsageException if the value is not such a number
    public int number(String option, int defaultValue, int low, int high) {
        var text = values.getOrDefault(option, Integer.toString(defaultValue));
        return IntRange.parse(low, high, text)
                .orElseThrow(() ->
                        new UsageException(
                                "%s must be a whole number from %d to %d, was \"%s\""
                                        .formatted(option, low, high, text)));
    }
}
