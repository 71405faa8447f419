package dev.loombench.analysis.defect;

import java.util.List;
import java.util.Optional;

/// Versions from one, inclusive, to another, exclusive.
///
/// @param before empty where no fixed version is known
public record VersionRange(Version from, Optional<Version> before) {

    public boolean contains(Version version) {
        return version.compareTo(from) >= 0
                && before.map(end -> version.compareTo(end) < 0).orElse(true);
    }

    static boolean anyContains(List<VersionRange> ranges, Version version) {
        return ranges.stream().anyMatch(range -> range.contains(version));
    }

    /// `25 until before 25.0.3`, `7.0.2 and later`.
    @Override
    public String toString() {
        return before.map(end -> "%s until before %s".formatted(from, end))
                .orElse(from + " and later");
    }
}
