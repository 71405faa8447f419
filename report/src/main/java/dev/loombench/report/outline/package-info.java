/// The words and tables of each subject: runs, sweeps, comparisons, claims, audits, calibrations.
@NullMarked
package dev.loombench.report.outline;

import org.jspecify.annotations.NullMarked;
