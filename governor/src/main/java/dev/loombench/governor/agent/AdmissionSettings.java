package dev.loombench.governor.agent;

import java.util.List;

/// The agent's settings of admission.
///
/// @param fixed a constant limit; 0 for an adaptive one
/// @param excluded beginnings of paths that are never rejected, such as health checks
public record AdmissionSettings(int fixed, List<String> excluded) {
    public AdmissionSettings {
        if (fixed < 0) {
            throw new IllegalArgumentException("the limit must be 1 request or more, was " + fixed);
        }
        excluded = List.copyOf(excluded);
    }

    /// What to know about checks of health where requests are limited; empty where paths are
    /// excluded, which are theirs.
    String note() {
        return excluded.isEmpty()
                ? ", those that check its health too: exclude=/path names paths that are not"
                : "";
    }

    /// A path with `..` or an escape is never excluded, because the server may resolve it to
    /// another.
    boolean excludes(String path) {
        if (path.contains("/..") || path.indexOf('%') >= 0) {
            return false;
        }
        for (var start : excluded) {
            if (path.startsWith(start)
                    && (path.length() == start.length()
                            || start.endsWith("/")
                            || path.charAt(start.length()) == '/')) {
                return true;
            }
        }
        return false;
    }
}
