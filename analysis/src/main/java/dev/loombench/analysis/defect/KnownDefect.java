package dev.loombench.analysis.defect;

import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.Library;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A row of the table: a defect or limitation of a JDK, or of a library.
///
/// @param id as in `JDK-8369227` or `HikariCP-2398`
/// @param scope the Java runtimes on which it shows
/// @param frames calls on a stack that show the defect at work; empty where none does
/// @param crashes functions of the JVM, one of which is on the stack where it crashed by the defect
/// @param what happens, a clause
/// @param remedy a clause
/// @param source a link
public record KnownDefect(
        String id,
        Affected affected,
        RuntimeScope scope,
        List<String> frames,
        List<String> crashes,
        String what,
        String remedy,
        String source) {

    /// What has the defect.
    ///
    /// @param artifacts names of the library's jars; empty for a defect of the JDK
    /// @param beside names of jars of which the JVM must have one too; empty where none is needed
    /// @param versions of the library or the JDK
    public record Affected(
            List<String> artifacts, List<String> beside, List<VersionRange> versions) {
        public Affected {
            artifacts = List.copyOf(artifacts);
            beside = List.copyOf(beside);
            versions = List.copyOf(versions);
        }

        private boolean includes(Library library, Collection<Library> all) {
            return isOf(library)
                    && VersionRange.anyContains(versions, new Version(library.version()))
                    && (beside.isEmpty()
                            || all.stream().anyMatch(other -> beside.stream().anyMatch(other::is)));
        }

        private boolean isOf(Library library) {
            return artifacts.stream().anyMatch(library::is);
        }
    }

    public KnownDefect {
        frames = List.copyOf(frames);
        crashes = List.copyOf(crashes);
    }

    public boolean isOfJdk() {
        return affected.artifacts.isEmpty();
    }

    /// Whether a JDK has it.
    public boolean affects(JavaRuntime java) {
        return isOfJdk()
                && scope.includes(java)
                && VersionRange.anyContains(affected.versions, new Version(java.release()));
    }

    /// The library that has it, among all that a JVM has.
    public Optional<Library> in(Collection<Library> libraries, JavaRuntime java) {
        return libraries.stream()
                .filter(library -> affected.includes(library, libraries))
                .filter(_ -> scope.includes(java))
                .findFirst();
    }

    /// The library that may have it, whose version is unknown.
    Optional<Library> mayBeIn(Collection<Library> libraries, JavaRuntime java) {
        return libraries.stream()
                .filter(library -> library.version().isEmpty())
                .filter(affected::isOf)
                .filter(_ -> scope.includes(java))
                .findFirst();
    }

    /// Whether a stack shows it: all of its calls are on the stack.
    public boolean isShownBy(List<String> stack) {
        return !frames.isEmpty()
                && frames.stream()
                        .allMatch(call -> stack.stream().anyMatch(frame -> frame.startsWith(call)));
    }
}
