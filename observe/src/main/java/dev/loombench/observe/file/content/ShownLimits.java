package dev.loombench.observe.file.content;

import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.util.List;
import java.util.stream.Stream;

/// Memory outside the heap that has a limit, and what had no room, as far as a file shows it.
///
/// @param limited a kind may be among them more than once
/// @param ofAllMetadata whether all limits of metadata are known: that of the class space may not
///   be the only one
/// @param errors about other memory; a kind may be among them more than once
public record ShownLimits(
        List<LimitedMemory> limited, boolean ofAllMetadata, List<MemoryErrors> errors) {
    public static final ShownLimits NONE = new ShownLimits(List.of(), false);

    public ShownLimits {
        limited = List.copyOf(limited);
        errors = List.copyOf(errors);
    }

    /// Without errors about other memory.
    public ShownLimits(List<LimitedMemory> limited, boolean ofAllMetadata) {
        this(limited, ofAllMetadata, List.of());
    }

    /// These, and those of another part of the file.
    public ShownLimits and(ShownLimits other) {
        return new ShownLimits(
                both(limited, other.limited),
                ofAllMetadata || other.ofAllMetadata,
                both(errors, other.errors));
    }

    private static <T> List<T> both(List<T> a, List<T> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    /// The kinds that are shown, in their order.
    public List<Kind> kinds() {
        return limited.stream().map(LimitedMemory::kind).distinct().sorted().toList();
    }
}
