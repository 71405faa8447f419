/// The report for a terminal.
@NullMarked
package dev.loombench.report.text;

import org.jspecify.annotations.NullMarked;
