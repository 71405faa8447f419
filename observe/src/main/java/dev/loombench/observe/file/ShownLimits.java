package dev.loombench.observe.file;

import dev.loombench.observe.jvm.LimitedMemory;
import dev.loombench.observe.jvm.LimitedMemory.Kind;
import java.util.List;
import java.util.stream.Stream;

/// Memory outside the heap that has a limit, as far as a file shows it.
///
/// @param limited a kind may be among them more than once
/// @param ofAllMetadata whether all limits of metadata are known: that of the class space may not
///   be the only one
public record ShownLimits(List<LimitedMemory> limited, boolean ofAllMetadata) {
    public static final ShownLimits NONE = new ShownLimits(List.of(), false);

    public ShownLimits {
        limited = List.copyOf(limited);
    }

    /// These, and those of another part of the file.
    ShownLimits and(ShownLimits other) {
        return new ShownLimits(
                Stream.concat(limited.stream(), other.limited.stream()).toList(),
                ofAllMetadata || other.ofAllMetadata);
    }

    /// The kinds that are shown, in their order.
    public List<Kind> kinds() {
        return limited.stream().map(LimitedMemory::kind).distinct().sorted().toList();
    }
}
