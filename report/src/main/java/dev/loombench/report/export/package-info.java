/// A report of one subject in every form: text, JSON, CSV, Markdown, HTML.
@NullMarked
package dev.loombench.report.export;

import org.jspecify.annotations.NullMarked;
