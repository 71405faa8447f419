/// Findings and claims as parts of an outline.
@NullMarked
package dev.loombench.report.finding;

import org.jspecify.annotations.NullMarked;
