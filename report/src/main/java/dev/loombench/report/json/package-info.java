/// The report as data: JSON and CSV.
@NullMarked
package dev.loombench.report.json;

import org.jspecify.annotations.NullMarked;
