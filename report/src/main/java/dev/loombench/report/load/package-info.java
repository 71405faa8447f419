/// The report of a load: text, table, page, and data for other programs.
@NullMarked
package dev.loombench.report.load;

import org.jspecify.annotations.NullMarked;
