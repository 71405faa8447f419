/// The execution of experiments: the plan of trials, and each trial from start to stop.
@NullMarked
package dev.loombench.run;

import org.jspecify.annotations.NullMarked;
