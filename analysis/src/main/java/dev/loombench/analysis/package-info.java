/// The interpretation of the figures: intervals, verdicts, claims, bounds, findings.
@NullMarked
package dev.loombench.analysis;

import org.jspecify.annotations.NullMarked;
