/// The report of an audit of published figures.
@NullMarked
package dev.loombench.report.audit;

import org.jspecify.annotations.NullMarked;
