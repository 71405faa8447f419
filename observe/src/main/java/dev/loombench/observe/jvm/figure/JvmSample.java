package dev.loombench.observe.jvm.figure;

import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The figures of a JVM at one moment, in the text of the agent in it: `KEY=VALUE`, separated by
/// tabs.
///
/// @param figures key -> value; a figure that the JVM does not know is missing
public record JvmSample(Map<String, Long> figures, GarbageCollectors collectors) {
    private static final Pattern FIGURE = Pattern.compile("(?!collector=)([a-z-]+)=(\\d{1,19})");
    private static final Pattern COLLECTOR =
            Pattern.compile("collector=(-?\\d{1,19}) (-?\\d{1,19}) (.+)");

    public JvmSample {
        figures = Map.copyOf(figures);
    }

    /// @throws IOException when the text is of another form
    public static JvmSample parse(String text) throws IOException {
        var figures = new HashMap<String, Long>();
        var collectors = new ArrayList<GarbageCollectors.Bean>();
        for (var part : text.split("\t", -1)) {
            var collector = COLLECTOR.matcher(part);
            var figure = FIGURE.matcher(part);
            try {
                if (collector.matches()) {
                    collectors.add(
                            new GarbageCollectors.Bean(
                                    collector.group(3),
                                    Long.parseLong(collector.group(1)),
                                    Long.parseLong(collector.group(2))));
                } else if (figure.matches()) {
                    figures.put(figure.group(1), Long.parseLong(figure.group(2)));
                } else {
                    throw new IOException("not a figure of a JVM: " + part);
                }
            } catch (NumberFormatException e) {
                throw new IOException("not a figure of a JVM: " + part, e);
            }
        }
        return new JvmSample(figures, new GarbageCollectors(collectors));
    }

    public OptionalLong figure(String key) {
        var value = figures.get(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /// Memory outside the heap that has a limit.
    public List<LimitedMemory> limitedMemory() {
        return Stream.of(Kind.values()).flatMap(kind -> limited(kind).stream()).toList();
    }

    private Optional<LimitedMemory> limited(Kind kind) {
        long max = figure(kind.label() + "-max").orElse(0);
        var used = figure(used(kind));
        return max > 0 && used.isPresent()
                ? Optional.of(new LimitedMemory(kind, used.getAsLong(), max))
                : Optional.empty();
    }

    /// The figure that counts to a limit.
    private static String used(Kind kind) {
        return switch (kind) {
            case METADATA, CLASSES -> kind.label() + "-committed";
            case CODE -> kind.label() + "-used";
        };
    }
}
