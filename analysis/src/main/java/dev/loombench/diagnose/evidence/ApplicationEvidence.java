package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.concurrency.Framework;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.defect.LibraryPackages;
import dev.loombench.observe.result.Library;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a JVM runs, by its jars and its settings.
///
/// @param libraries the jars that the JVM has open, with their versions; of some it may have loaded
///   no class
/// @param packages those of pools, and of libraries with known defects, of which it has loaded a
///   class
/// @param configured sizes of pools that its command line and its files set
public record ApplicationEvidence(
        Part<List<Library>> libraries, Part<Set<String>> packages, ConfiguredLimits configured) {

    /// The libraries that may be at work: all but those of which no class is loaded. All where that
    /// is not known, and none where no library is.
    public List<Library> used() {
        var all = libraries.value().orElse(List.of());
        return packages.value().map(loaded -> LibraryPackages.used(all, loaded)).orElse(all);
    }

    /// The property that sets the size of a library's pool; empty where the service is not seen to
    /// be one of a framework whose properties are known.
    public Optional<String> property(PoolLibrary library) {
        return frameworks().stream()
                .flatMap(framework -> configured.property(library, framework).stream())
                .findFirst();
    }

    /// The frameworks that the service is seen to have, by its settings and its jars.
    public List<Framework> frameworks() {
        var set = configured.frameworks();
        var jars = libraries.value().orElse(List.of());
        return Arrays.stream(Framework.values())
                .filter(framework ->
                        set.contains(framework)
                                || jars.stream().anyMatch(jar -> framework.hasJar(jar.name())))
                .toList();
    }
}
