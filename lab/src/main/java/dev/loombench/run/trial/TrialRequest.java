package dev.loombench.run.trial;

import dev.loombench.result.Trial;

/// A trial to execute.
///
/// @param listThreads whether to list the server's threads after the window
public record TrialRequest(Trial trial, boolean listThreads, TrialProgress progress) {}
