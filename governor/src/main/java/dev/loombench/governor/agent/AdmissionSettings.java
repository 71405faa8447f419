package dev.loombench.governor.agent;

import dev.loombench.governor.admission.ExcludedPaths;

/// The agent's settings of admission.
///
/// @param fixed a constant limit; 0 for an adaptive one
/// @param excluded paths whose requests are never rejected, such as health checks
public record AdmissionSettings(int fixed, ExcludedPaths excluded) {
    public AdmissionSettings {
        if (fixed < 0) {
            throw new IllegalArgumentException("the limit must be 1 request or more, was " + fixed);
        }
    }

    /// What to know about checks of health where requests are limited; empty where paths are
    /// excluded, which are theirs.
    String note() {
        return excluded.beginnings().isEmpty()
                ? ", those that check its health too: exclude=/path names paths that are not"
                : "";
    }
}
