/// The report as Markdown.
@NullMarked
package dev.loombench.report.markdown;

import org.jspecify.annotations.NullMarked;
