package dev.loombench.report;

import dev.loombench.analysis.server.MemoryBreakdown;
import dev.loombench.analysis.server.MemoryBreakdown.Use;
import dev.loombench.text.Figures;
import java.util.stream.Collectors;

/// The memory of a variant in words, and the names of its parts.
public final class MemoryText {
    private MemoryText() {}

    /// `182 MiB resident at the window's end; the JVM counts heap in use 40 MiB, …`.
    public static String of(MemoryBreakdown memory) {
        var parts =
                memory.parts().stream()
                        .map(p -> "%s %s".formatted(name(p.use()), Figures.bytes(p.bytes())))
                        .collect(Collectors.joining(", "));
        var rest =
                memory.unaccounted() > 0
                        ? "%s unaccounted for".formatted(Figures.bytes(memory.unaccounted()))
                        : "%s of it is not in RAM".formatted(Figures.bytes(memory.notResident()));
        return "%s resident at the window's end; the JVM counts %s; %s"
                .formatted(Figures.bytes(memory.residentBytes()), parts, rest);
    }

    public static String kind(Use use) {
        return switch (use) {
            case HEAP_USED -> "heap-used";
            case HEAP_FREE -> "heap-free";
            case DIRECT -> "direct";
            case METASPACE -> "metaspace";
            case CODE -> "code";
            case THREAD_STACKS -> "thread-stacks";
            case JVM -> "jvm";
        };
    }

    public static String name(Use use) {
        return switch (use) {
            case HEAP_USED -> "heap in use";
            case HEAP_FREE -> "free heap";
            case DIRECT -> "direct buffers";
            case METASPACE -> "metaspace";
            case CODE -> "code cache";
            case THREAD_STACKS -> "thread stacks";
            case JVM -> "JVM internals";
        };
    }
}
