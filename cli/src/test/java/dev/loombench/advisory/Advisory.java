package dev.loombench.advisory;

import dev.loombench.analysis.defect.Version;
import dev.loombench.analysis.defect.VersionRange;
import dev.loombench.observe.result.Library;
import java.util.List;

/// A known vulnerability of some versions of an artifact.
///
/// @param id as in `CVE-2026-42198`
/// @param artifact `group:name`
record Advisory(String id, String artifact, List<VersionRange> affected) {

    /// The artifact's name without its group, which the name of a jar does not have.
    String name() {
        return artifact.substring(artifact.indexOf(':') + 1);
    }

    boolean affects(Library library) {
        var version = new Version(library.version());
        return name().equals(library.name())
                && affected.stream().anyMatch(range -> range.contains(version));
    }
}
