/// The words and tables of runs, sweeps and comparisons.
@NullMarked
package dev.loombench.report.outline;

import org.jspecify.annotations.NullMarked;
