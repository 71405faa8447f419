/// Findings and claims as rows of a page and parts of an outline.
@NullMarked
package dev.loombench.report.finding;

import org.jspecify.annotations.NullMarked;
