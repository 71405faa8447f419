/// How the trials of a run share the time, and whether that changes what they measure.
@NullMarked
package dev.loombench.analysis.mode;

import org.jspecify.annotations.NullMarked;
