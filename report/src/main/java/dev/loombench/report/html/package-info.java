/// The report as one HTML page.
@NullMarked
package dev.loombench.report.html;

import org.jspecify.annotations.NullMarked;
