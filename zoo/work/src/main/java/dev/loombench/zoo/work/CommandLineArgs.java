package dev.loombench.zoo.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of a command line, each a name and a value: `--model virtual --threads 8`.
public final class CommandLineArgs {
    private final Map<String, String> values;

    private CommandLineArgs(Map<String, String> values) {
        this.values = values;
    }

    /// @param known names that there may be, as in `--threads`
    /// @throws WrongOption says what was met and what was due
    public static CommandLineArgs parse(List<String> known, String... args) {
        var given = new HashMap<String, String>();
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i])) {
                throw new UsageException(
                        "no option " + args[i] + ": there are " + String.join(", ", known));
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

    /// Those that were given of these.
    Map<String, String> only(List<String> options) {
        var some = new HashMap<>(values);
        some.keySet().retainAll(options);
        return Map.copyOf(some);
    }

    public Optional<String> text(String option) {
        return Optional.ofNullable(values.get(option));
    }

    /// @param why it must be there, as a question to the user
    /// @throws WrongOption when it is missing
    public String required(String option, String why) {
        return text(option).orElseThrow(() -> new UsageException(option + " is missing: " + why));
    }

    /// @param low least allowed, `high` most
    /// @throws WrongOption when it is no such number
    public int number(String option, int otherwise, int low, int high) {
        var text = values.getOrDefault(option, Integer.toString(otherwise));
        return IntRange.within(low, high, text)
                .orElseThrow(() ->
                        new UsageException(
                                "%s must be a whole number from %d to %d, was \"%s\""
                                        .formatted(option, low, high, text)));
    }
}
