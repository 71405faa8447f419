package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Folded;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutlinePageTest {
    @Test
    void long_names_and_sentences_of_a_table_may_take_several_lines() {
        var name = "com.example.Orders.process:size=1000,mode=<async>";
        var remedy = "end the largest processes, or run on a larger machine";
        var table =
                PageTable.ofTexts(
                        List.of("", "ratio", "remedy"), List.of(List.of(name, "1.100×", remedy)));
        var page =
                HtmlReport.of(
                        new Outline(
                                "Limits",
                                AnswerStatus.DECIDED,
                                "One.",
                                List.of(new Section("", List.of(new Figures(table)))),
                                ""));
        assertThat(page)
                .contains(
                        "<span class=\"long\">com.<wbr>example.<wbr>Orders.<wbr>process:size=1000,mode=&lt;async&gt;")
                .contains("<span class=\"long\">" + remedy + "</span></td>")
                .contains("<td>1.100×</td>");
    }

    @Test
    void a_table_of_words_wraps_links_and_colours_its_outcomes() {
        var row =
                List.of(
                        Cell.of("a claim in a sentence that is longer than any figure is"),
                        Cell.ofOutcome("yes & no", "undecided"),
                        Cell.ofLink("<run>", "run/report.html"));
        var table = new PageTable(List.of("claim", "status", "run"), List.of(row), true);
        var section =
                new Section("All", List.of(new Figures(table)), Depth.BRIEF, "all/report.html");
        var one = new Outline("One", AnswerStatus.DECIDED, "One.", List.of(section), "");
        assertThat(HtmlReport.of(one))
                .contains("<section aria-labelledby=\"h-0\">")
                .contains("<a href=\"all/report.html\">All</a>")
                .contains("<div class=\"scroll words\"")
                .contains("<td class=\"undecided\">yes &amp; no</td>")
                .contains("<td><a href=\"run/report.html\">&lt;run&gt;</a></td>")
                .doesNotContain("class=\"long\"");
    }

    @Test
    void details_facts_and_folded_tables_are_escaped() {
        var evil = "<img src=x onerror=alert(1)>";
        var note =
                new Note(
                        Severity.CRITICAL,
                        "critical",
                        "Full.",
                        "",
                        List.of(new Item("Call", evil)));
        var source = "https://bugs.example/1";
        var table = PageTable.ofTexts(List.of("frame"), List.of(List.of(evil)));
        var parts =
                List.<Part>of(
                        note,
                        new Facts(List.of(new Item("Heap", evil))),
                        new Aside(evil),
                        new ConsequenceList(evil, List.of(evil)),
                        new Item("JDK-1", evil, source),
                        new Folded("CPU", evil, table));
        var outline =
                new Outline(
                        "One", AnswerStatus.INVALID, "Full.", List.of(new Section("", parts)), "");
        assertThat(HtmlReport.of(outline))
                .contains("<dt>Heap</dt><dd>&lt;img", "<p class=\"aside\">Call: &lt;img")
                .contains("<p class=\"aside\">&lt;img", "<details><summary>&lt;img")
                .contains("<a href=\"%s\" rel=\"noreferrer\">JDK-1</a>: &lt;".formatted(source))
                .contains("<summary>Table: CPU</summary>")
                .doesNotContain("<img");
    }

    @Test
    void options_are_not_broken_at_their_hyphens() {
        var parts =
                List.<Part>of(
                        new Aside("shorter (-d 15s)"),
                        new Command("loombench load --rate 2k"),
                        new Figures(
                                PageTable.ofTexts(
                                        List.of("remedy"), List.of(List.of("add --wait")))));
        var one =
                new Outline(
                        "One", AnswerStatus.DECIDED, "-c 9.", List.of(new Section("", parts)), "");
        assertThat(HtmlReport.of(one))
                .contains("shorter (<span class=\"option\">-d 15s</span>)")
                .contains("loombench load <span class=\"option\">--rate 2k</span></pre>")
                .contains("add <span class=\"option\">--wait</span>")
                .contains("class=\"\"><span class=\"option\">-c 9.</span></h2>");
    }

    /// As of a row that continues the one above it.
    @Test
    void a_row_without_a_name_has_no_empty_header() {
        var table = PageTable.ofTexts(List.of("", "p50"), List.of(List.of("", "1 ms")));
        var sections = List.of(new Section("", List.of(new Figures(table))));
        assertThat(HtmlReport.of(new Outline("Limits", AnswerStatus.DECIDED, "One.", sections, "")))
                .contains("<section>", "<tr><td></td><td>1 ms</td></tr>")
                .doesNotContain("<th scope=\"row\">");
    }
}
