package dev.loombench.observe.result;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The live objects of a JVM by class (`GC.class_histogram`). To count them the JVM collects
/// garbage and stops all its threads.
///
/// @param classes name of a class -> its objects, most bytes first
public record ClassHistogram(Map<String, Count> classes) {
    private static final Pattern LINE =
            Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)(?: .*)?");

    /// @param bytes of the objects themselves, without those that they refer to
    public record Count(long instances, long bytes) {
        Count plus(Count other) {
            return new Count(instances + other.instances, bytes + other.bytes);
        }
    }

    private static final Count NONE = new Count(0, 0);

    /// The objects of a class; none where the histogram does not list it.
    public Count of(String name) {
        return classes.getOrDefault(name, NONE);
    }

    /// Reads the command's text. Classes with the same name, of several loaders, are added up.
    public static ClassHistogram parse(String text) {
        var counts = new HashMap<String, Count>();
        text.lines()
                .forEach(line -> {
                    var match = LINE.matcher(line);
                    if (match.matches()) {
                        var count =
                                new Count(
                                        Long.parseLong(match.group(1)),
                                        Long.parseLong(match.group(2)));
                        counts.merge(match.group(3), count, Count::plus);
                    }
                });
        var sorted = new LinkedHashMap<String, Count>();
        counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Count>comparingByValue(
                                        (a, b) -> Long.compare(b.bytes, a.bytes))
                                .thenComparing(Map.Entry.comparingByKey()))
                .forEach(e -> sorted.put(e.getKey(), e.getValue()));
        return new ClassHistogram(sorted);
    }
}
