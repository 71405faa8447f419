/// Variants compared: intervals, verdicts, claims, when a run may end.
@NullMarked
package dev.loombench.analysis.comparison;

import org.jspecify.annotations.NullMarked;
