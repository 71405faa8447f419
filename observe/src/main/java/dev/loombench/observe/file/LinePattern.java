package dev.loombench.observe.file;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A pattern that few lines of a text have, and a part of each of them: other lines are passed over
/// without it.
///
/// @param part contained in whatever the pattern finds
record LinePattern(String part, Pattern pattern) {
    /// The first match in a line.
    Optional<MatchResult> in(String line) {
        if (!line.contains(part)) {
            return Optional.empty();
        }
        var found = pattern.matcher(line);
        return found.find() ? Optional.of(found.toMatchResult()) : Optional.empty();
    }
}
