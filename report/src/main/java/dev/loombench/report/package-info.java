/// Results in words and tables, shared by the terminal, HTML, Markdown and JSON reports.
@NullMarked
package dev.loombench.report;

import org.jspecify.annotations.NullMarked;
