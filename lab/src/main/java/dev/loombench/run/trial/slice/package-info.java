/// Slices of a window: their lengths and order, the waits between them, and what was measured in
/// them as one window.
@NullMarked
package dev.loombench.run.trial.slice;

import org.jspecify.annotations.NullMarked;
