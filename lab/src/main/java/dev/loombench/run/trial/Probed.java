package dev.loombench.run.trial;

import dev.loombench.result.LoadResult;

/// The result of a window of a search.
///
/// @param load of the window, until its end
/// @param cutShort whether it ended early
public record Probed(LoadResult load, boolean cutShort) {}
