/// The machine that an experiment runs on.
@NullMarked
package dev.loombench.analysis.machine;

import org.jspecify.annotations.NullMarked;
