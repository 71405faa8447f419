package dev.loombench.governor.admission;

import java.util.List;
import java.util.regex.Pattern;

/// The beginnings of paths whose requests are never rejected, such as health checks: the rejection
/// of one would end a service that only has much to do.
///
/// @param beginnings each a path as `/health`, which stands for `/health/live` too
public record ExcludedPaths(List<String> beginnings) {
    /// Patterns, queries, and what a server may resolve to another path.
    private static final Pattern NEVER_FOUND = Pattern.compile("[*?{}%]|/\\.\\.");

    private static final String ALL = "/";

    /// @throws IllegalArgumentException for a beginning that no path has, or that all have
    public ExcludedPaths {
        beginnings = List.copyOf(beginnings);
        for (var beginning : beginnings) {
            if (!beginning.startsWith("/")
                    || beginning.equals(ALL)
                    || NEVER_FOUND.matcher(beginning).find()) {
                throw new IllegalArgumentException(
                        "an excluded path must be the beginning of some paths, as /health is of"
                                + " /health/live, without *, ?, {, %% and /.., was \"%s\""
                                        .formatted(beginning));
            }
        }
    }

    /// Whether requests of a path are never rejected. Those of one with `..` or an escape may be,
    /// because the server may resolve it to another.
    ///
    /// @param path without the context path and the query
    public boolean contains(String path) {
        if (path.contains("/..") || path.indexOf('%') >= 0) {
            return false;
        }
        for (var beginning : beginnings) {
            if (isBelow(path, beginning)) {
                return true;
            }
        }
        return false;
    }

    /// `/health` is the beginning of `/health/live`, not of `/healthy`.
    private static boolean isBelow(String path, String beginning) {
        return path.startsWith(beginning)
                && (path.length() == beginning.length()
                        || beginning.endsWith("/")
                        || path.charAt(beginning.length()) == '/');
    }
}
