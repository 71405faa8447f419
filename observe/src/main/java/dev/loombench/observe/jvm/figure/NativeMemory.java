package dev.loombench.observe.jvm.figure;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.observe.result.MetricId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The report of HotSpot's native memory tracking (`jcmd VM.native_memory summary scale=B`).
///
/// Cost to the server of `-XX:NativeMemoryTracking=summary`: 16 bytes per allocation of the JVM's
/// own and two counters, by HotSpot's own description. `experiments/observers/native-memory.yaml`
/// measures it: with 6 trials the difference in CPU per request is undecided (1.005 times [0.931,
/// 1.087]).
///
/// @param committed total, bytes
/// @param heap Java heap, bytes
/// @param stacks stacks of platform threads, bytes; only pages in RAM count
public record NativeMemory(long committed, long heap, long stacks) {
    public static final String FLAG = "-XX:NativeMemoryTracking=summary";

    private static final Pattern TOTAL = Pattern.compile("Total: reserved=\\d+, committed=(\\d+)");
    private static final Pattern HEAP =
            Pattern.compile("- +Java Heap \\(reserved=\\d+, committed=(\\d+)");
    private static final Pattern STACKS =
            Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");

    /// @return empty when the JVM does not track, or reports in another form
    public static Optional<NativeMemory> parse(String report) {
        var total = number(TOTAL, report);
        var heap = number(HEAP, report);
        var stacks = number(STACKS, report);
        return total.isEmpty() || heap.isEmpty() || stacks.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new NativeMemory(total.getAsLong(), heap.getAsLong(), stacks.getAsLong()));
    }

    /// The rest, without heap and stacks: classes, code, collector, compilers, direct buffers,
    /// symbols ...
    long other() {
        return committed - heap - stacks;
    }

    public void addTo(ObservationBuffer buffer) {
        buffer.add(MetricId.NATIVE_STACKS, stacks);
        buffer.add(MetricId.NATIVE_OTHERS, other());
    }

    private static OptionalLong number(Pattern pattern, String report) {
        var matcher = pattern.matcher(report);
        return matcher.find()
                ? OptionalLong.of(Long.parseLong(matcher.group(1)))
                : OptionalLong.empty();
    }
}
