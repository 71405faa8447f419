/// The report of a calibration.
@NullMarked
package dev.loombench.report.calibration;

import org.jspecify.annotations.NullMarked;
