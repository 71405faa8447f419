package dev.loombench.launch.process.output;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The line that a program prints at the end of its batch, `DONE tasks=10000 nanos=3015000000`:
/// named whole numbers.
///
/// @param tasks number of completed tasks
/// @param nanos from its first task to the end of its last, by its own clock; empty when the
///   program does not measure it
/// @param heldNanos mean time that a task occupied its thread
/// @param heapUsed at the end, bytes
/// @param heapCommitted at the end, bytes
public record DoneLine(
        long tasks,
        OptionalLong nanos,
        OptionalLong heldNanos,
        OptionalLong heapUsed,
        OptionalLong heapCommitted) {
    /// Name of the observer for the values in this line.
    public static final String OBSERVER = "program";

    private static final Pattern FORM = Pattern.compile("DONE(?: [a-z-]{1,20}=\\d{1,18})+\\s*");
    private static final Pattern NUMBER = Pattern.compile("([a-z-]+)=(\\d{1,18})");

    /// Whether a line is meant as a `DONE` line, valid or not.
    public static boolean isDoneLine(String line) {
        return line.startsWith("DONE");
    }

    /// Parses a line; empty when it is not valid.
    public static Optional<DoneLine> parse(String line) {
        var numbers = new TreeMap<String, Long>();
        NUMBER.matcher(line)
                .results()
                .forEach(n -> numbers.put(n.group(1), Long.parseLong(n.group(2))));
        long tasks = numbers.getOrDefault("tasks", 0L);
        return FORM.matcher(line).matches() && tasks > 0
                ? Optional.of(of(tasks, numbers))
                : Optional.empty();
    }

    private static DoneLine of(long tasks, TreeMap<String, Long> numbers) {
        return new DoneLine(
                tasks,
                number(numbers, "nanos"),
                number(numbers, "held"),
                number(numbers, "heap-used"),
                number(numbers, "heap-committed"));
    }

    private static OptionalLong number(TreeMap<String, Long> numbers, String name) {
        var number = numbers.get(name);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }
}
