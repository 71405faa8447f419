/// The files of runs and reproductions: written so that nothing finished is lost, read so that
/// damage costs one trial.
@NullMarked
package dev.loombench.result.store;

import org.jspecify.annotations.NullMarked;
