/// The results of runs: trials, their figures and observations.
@NullMarked
package dev.loombench.result;

import org.jspecify.annotations.NullMarked;
