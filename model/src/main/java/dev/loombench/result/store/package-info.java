/// The files of runs and reproductions, written so that no finished trial is lost, and read so that
/// damage affects only one trial.
@NullMarked
package dev.loombench.result.store;

import org.jspecify.annotations.NullMarked;
