package dev.loombench.observe.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The thread-local values of some virtual threads of a JVM, in the text of the agent in it.
///
/// @param threads virtual threads that are alive
/// @param sampled those whose values were read
/// @param withValues those of them that have any
/// @param classes of values, most bytes first, at most five
public record ThreadLocalSample(
        long threads, long sampled, long withValues, List<ValueClass> classes) {
    private static final Pattern THREADS = Pattern.compile("(\\d{1,18}) (\\d{1,18}) (\\d{1,18})");
    private static final Pattern VALUES = Pattern.compile("([1-9]\\d{0,17}) (\\d{1,18}) (.+)");

    public ThreadLocalSample {
        classes = List.copyOf(classes);
    }

    /// The values of one class.
    ///
    /// @param count in the sampled threads
    /// @param bytes of the objects that are reached from these values, and not from those of other
    ///   threads
    public record ValueClass(String name, long count, long bytes) {}

    /// @throws IOException when the text is of another form
    public static ThreadLocalSample parse(String text) throws IOException {
        var parts = List.of(text.split("\t", -1));
        var threads = THREADS.matcher(parts.getFirst());
        if (!threads.matches()) {
            throw new IOException("not a sample of thread-local values: " + text);
        }
        var classes = new ArrayList<ValueClass>();
        for (var part : parts.subList(1, parts.size())) {
            var values = VALUES.matcher(part);
            if (!values.matches()) {
                throw new IOException("not a sample of thread-local values: " + text);
            }
            classes.add(
                    new ValueClass(
                            values.group(3),
                            Long.parseLong(values.group(1)),
                            Long.parseLong(values.group(2))));
        }
        return new ThreadLocalSample(
                Long.parseLong(threads.group(1)),
                Long.parseLong(threads.group(2)),
                Long.parseLong(threads.group(3)),
                classes);
    }
}
