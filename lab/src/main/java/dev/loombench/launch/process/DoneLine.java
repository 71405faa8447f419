package dev.loombench.launch.process;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The line by which a program says that its batch is done: `DONE tasks=10000 nanos=3015000000`,
/// with whole numbers by name.
///
/// @param tasks how many it did
/// @param nanos from its first task to the end of its last, by its own clock; empty when it counts
///   nothing
/// @param held how long a task kept its thread, mean, ns
/// @param heapUsed bytes, when all was done
/// @param heapCommitted bytes, when all was done
public record DoneLine(
        long tasks,
        OptionalLong nanos,
        OptionalLong held,
        OptionalLong heapUsed,
        OptionalLong heapCommitted) {
    /// Who tells what stands in it, among those who observe.
    public static final String OBSERVER = "program";

    private static final Pattern FORM = Pattern.compile("DONE(?: [a-z-]{1,20}=\\d{1,18})+\\s*");
    private static final Pattern NUMBER = Pattern.compile("([a-z-]+)=(\\d{1,18})");

    /// Whether a line is meant to be one.
    public static boolean isMeant(String line) {
        return line.startsWith("DONE");
    }

    /// Empty when it is none that is right.
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
