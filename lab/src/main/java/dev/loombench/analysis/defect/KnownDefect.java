package dev.loombench.analysis.defect;

import dev.loombench.result.Library;
import java.util.List;

/// A row of the table: a defect or limitation of a JDK, or of a library.
///
/// @param id as in `JDK-8369227` or `HikariCP-2398`
/// @param artifacts names of the library's jars; empty for a defect of the JDK
/// @param affected versions of the library or the JDK
/// @param jdks where the library's defect shows; empty for every JDK
/// @param frames calls on a stack that show the defect at work; empty where none does
/// @param what happens, a clause
/// @param remedy a clause
/// @param source a link
public record KnownDefect(
        String id,
        List<String> artifacts,
        List<VersionRange> affected,
        List<VersionRange> jdks,
        List<String> frames,
        String what,
        String remedy,
        String source) {
    public KnownDefect {
        artifacts = List.copyOf(artifacts);
        affected = List.copyOf(affected);
        jdks = List.copyOf(jdks);
        frames = List.copyOf(frames);
    }

    public boolean isOfJdk() {
        return artifacts.isEmpty();
    }

    /// Whether a JDK has it.
    public boolean affectsJdk(Version jdk) {
        return isOfJdk() && contains(affected, jdk);
    }

    /// Whether a library has it on a JDK.
    public boolean affects(Library library, Version jdk) {
        return artifacts.contains(library.name())
                && contains(affected, new Version(library.version()))
                && (jdks.isEmpty() || contains(jdks, jdk));
    }

    private static boolean contains(List<VersionRange> ranges, Version version) {
        return ranges.stream().anyMatch(range -> range.contains(version));
    }

    /// Whether a stack shows it: all of its calls are on the stack.
    public boolean isShownBy(List<String> stack) {
        return !frames.isEmpty()
                && frames.stream()
                        .allMatch(call -> stack.stream().anyMatch(frame -> frame.startsWith(call)));
    }
}
