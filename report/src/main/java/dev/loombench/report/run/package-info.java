/// Runs, two of them side by side, and sweeps: read from disk, and what is reported of them.
@NullMarked
package dev.loombench.report.run;

import org.jspecify.annotations.NullMarked;
