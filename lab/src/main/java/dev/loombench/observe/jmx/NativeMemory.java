package dev.loombench.observe.jmx;

import dev.loombench.observe.ObservationBuffer;
import dev.loombench.result.MetricId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reads the report of HotSpot's native memory tracking (`jcmd VM.native_memory summary scale=B`).
///
/// Cost to the server of `-XX:NativeMemoryTracking=summary`: 16 bytes each allocation of the JVM's
/// own and two counters, by HotSpot's own description. `experiments/observers/native-memory.yaml`
/// measures it: 6 trials left open whether CPU per request differs (1.005 times [0.931, 1.087]).
///
/// @param committed in all, bytes
/// @param heap of the Java heap, bytes
/// @param stacks of platform threads, bytes; only pages in RAM count
record NativeMemory(long committed, long heap, long stacks) {
    static final String FLAG = "-XX:NativeMemoryTracking=summary";

    private static final Pattern TOTAL = Pattern.compile("Total: reserved=\\d+, committed=(\\d+)");
    private static final Pattern HEAP =
            Pattern.compile("- +Java Heap \\(reserved=\\d+, committed=(\\d+)");
    private static final Pattern STACKS =
            Pattern.compile("\\(stack: reserved=\\d+, committed=(\\d+)");

    /// @return empty when the JVM does not track, or tells it in another form
    static Optional<NativeMemory> parse(String report) {
        var total = number(TOTAL, report);
        var heap = number(HEAP, report);
        var stacks = number(STACKS, report);
        return total.isEmpty() || heap.isEmpty() || stacks.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new NativeMemory(total.getAsLong(), heap.getAsLong(), stacks.getAsLong()));
    }

    /// All but heap and stacks: classes, code, collector, compilers, direct buffers, symbols ...
    long others() {
        return committed - heap - stacks;
    }

    void note(ObservationBuffer notebook) {
        notebook.add(MetricId.NATIVE_STACKS, stacks);
        notebook.add(MetricId.NATIVE_OTHERS, others());
    }

    private static OptionalLong number(Pattern pattern, String report) {
        var met = pattern.matcher(report);
        return met.find() ? OptionalLong.of(Long.parseLong(met.group(1))) : OptionalLong.empty();
    }
}
