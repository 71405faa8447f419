package dev.loombench.report.export;

import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.util.List;

/// What is reported of one subject, in no form yet: an [Exporter] writes the part that its form
/// needs.
public interface Document {
    /// The words and tables.
    Outline outline();

    /// The figures for programs: a record whose components are the keys.
    Object data();

    /// The same in rows.
    CsvRows rows();

    /// The report for a terminal.
    ///
    /// @param width of the terminal, columns
    default List<String> lines(AnsiStyle style, int width) {
        return OutlineText.of(outline(), style, width, true);
    }

    /// The report as one HTML file that opens offline.
    default String page() {
        return HtmlReport.of(outline());
    }
}
