package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.Outline.Claims;
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
import dev.loombench.report.html.chart.ChartPanel;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutlineTextTest {
    private static final Part TABLE =
            new Figures(PageTable.ofTexts(List.of("", "time"), List.of(List.of("p50", "1 ms"))));

    private static Note note(Severity severity) {
        return new Note(severity, "Note", "slow", "Remedy: wait.");
    }

    private static List<String> lines(boolean verbose, Section... sections) {
        var outline =
                new Outline(
                        "A search",
                        AnswerStatus.DECIDED,
                        "It holds.",
                        List.of(sections),
                        "of today");
        return OutlineText.of(outline, AnsiStyle.NONE, 100, verbose);
    }

    @Test
    void each_part_of_an_outline_has_its_form() {
        assertThat(
                        lines(
                                false,
                                new Section("", List.of(note(Severity.INVALID), TABLE)),
                                new Section(
                                        "Why",
                                        List.of(
                                                new Item("pool", "full"),
                                                new Item("virtual", "fast"),
                                                new Item("", "all"),
                                                new Claims(
                                                        List.of(
                                                                new ClaimItem(
                                                                        "supported", "c", "yes"))),
                                                new Command("ls")))))
                .containsExactly(
                        "",
                        "A search",
                        "It holds.",
                        "",
                        "  Note: slow; Remedy: wait.",
                        "",
                        "       time",
                        "  p50  1 ms",
                        "",
                        "Why",
                        "  pool: full",
                        "  virtual: fast",
                        "  all",
                        "  c: yes",
                        "    ls");
    }

    @Test
    void details_are_below_their_finding_and_tables_below_what_they_show() {
        var note =
                new Note(
                        Severity.CRITICAL,
                        "critical full",
                        "Full.",
                        "",
                        List.of(new Item("Remedy", "Raise.")));
        var table = PageTable.ofTexts(List.of("frame", "self"), List.of(List.of("a", "1 ms")));
        var parts =
                List.<Part>of(
                        note,
                        new Facts(
                                List.of(new Item("JDK-1", "A defect.", "https://bugs.example/1"))),
                        new Folded("CPU", "of 10 samples", table),
                        new Item("", "self: alone"));
        assertThat(lines(true, new Section("", parts)))
                .containsSequence(
                        "  critical full: Full.",
                        "    Remedy: Raise.",
                        "",
                        "  JDK-1  A defect. (https://bugs.example/1)",
                        "",
                        "  CPU: of 10 samples",
                        "",
                        "  frame  self",
                        "  a      1 ms",
                        "",
                        "  self: alone");
    }

    @Test
    void facts_stand_in_two_columns_unless_a_name_is_long() {
        var facts = List.of(new Item("Heap", "1 of 2 MiB"), new Item("Collections", "30"));
        assertThat(lines(true, new Section("", List.of(new Facts(facts)))))
                .containsSequence("  Heap         1 of 2 MiB", "  Collections  30");
        var more = new Item("com.example.Shop.order", "40");
        assertThat(lines(true, new Section("", List.of(new Facts(List.of(facts.get(1), more))))))
                .containsSequence("  Collections: 30", "  com.example.Shop.order: 40");
    }

    @Test
    void a_value_that_is_wider_than_the_terminal_goes_on_in_its_column() {
        var section =
                new Section("", List.of(new Facts(List.of(new Item("Heap", "one two three")))));
        var outline =
                new Outline("A search", AnswerStatus.DECIDED, "It holds.", List.of(section), "");
        assertThat(OutlineText.of(outline, AnsiStyle.NONE, 16, true))
                .endsWith("  Heap  one two", "          three");
    }

    @Test
    void a_terminal_draws_what_is_meant_for_it() {
        TerminalDrawing bars = (_, width) -> List.of("  up to " + width);
        assertThat(lines(false, new Section("Shares", List.of(TABLE, bars))))
                .endsWith("  p50  1 ms", "", "  up to 100");
    }

    @Test
    void a_row_of_words_has_a_line_per_text() {
        var row =
                List.of(
                        Cell.of("it doubles"),
                        Cell.of("2x"),
                        Cell.ofOutcome("supported", "supported"),
                        Cell.of(""));
        var table =
                new PageTable(List.of("claim", "here", "status", "run"), List.of(row, row), true);
        assertThat(lines(true, new Section("", List.of(new Figures(table)))))
                .containsSubsequence(
                        "  it doubles: supported",
                        "      here: 2x",
                        "  it doubles: supported",
                        "      here: 2x",
                        "",
                        "of today");
    }

    @Test
    void a_brief_text_leaves_out_deeper_sections_and_all_notes_but_three() {
        var deep = new Section("Windows", List.of(TABLE), Depth.FULL);
        var notes =
                new Section("Findings", List.copyOf(Collections.nCopies(5, note(Severity.NOTE))));
        assertThat(lines(false, notes, deep))
                .doesNotContain("Windows")
                .filteredOn(line -> line.startsWith("  Note"))
                .hasSize(3);
        assertThat(lines(false, notes)).last().asString().contains("2 more");
        assertThat(lines(true, notes, deep))
                .contains("Windows")
                .filteredOn(line -> line.startsWith("  Note"))
                .hasSize(5);
    }

    @Test
    void a_brief_text_counts_the_findings_of_the_sections_that_it_leaves_out() {
        var notes = List.<Part>of(note(Severity.INFORMATION), note(Severity.INFORMATION));
        var deep = new Section("For information", notes, Depth.FULL);
        assertThat(lines(false, deep)).last().asString().contains("For information: 2 ");
        assertThat(lines(true, deep)).filteredOn(line -> line.startsWith("  Note")).hasSize(2);
    }

    @Test
    void no_finding_that_makes_a_result_invalid_is_left_out() {
        var invalid = new Section("", List.copyOf(Collections.nCopies(5, note(Severity.INVALID))));
        assertThat(lines(false, invalid)).filteredOn(l -> l.startsWith("  Note")).hasSize(5);
    }

    @Test
    void the_headline_has_the_colour_of_its_status() {
        assertThat(headline(AnswerStatus.INVALID)).startsWith(code(AnsiStyle.ANSI.bad("")));
        assertThat(headline(AnswerStatus.UNDECIDED)).startsWith(code(AnsiStyle.ANSI.warning("")));
        assertThat(headline(AnswerStatus.DECIDED)).isEqualTo(AnsiStyle.ANSI.bold("It holds."));
    }

    private static String headline(AnswerStatus status) {
        var outline = new Outline("A search", status, "It holds.", List.of(), "");
        return OutlineText.of(outline, AnsiStyle.ANSI, 100, false).getLast();
    }

    /// That begins a style, without the one that ends it.
    private static String code(String styled) {
        return styled.substring(0, styled.indexOf('m') + 1);
    }

    @Test
    void what_a_reader_may_skip_is_faint() {
        var section = new Section("", List.of(new Aside("95 % intervals.")));
        var outline =
                new Outline("A search", AnswerStatus.DECIDED, "It holds.", List.of(section), "");
        assertThat(OutlineText.of(outline, AnsiStyle.ANSI, 100, false))
                .endsWith("  " + AnsiStyle.ANSI.faint("95 % intervals."));
    }

    @Test
    void a_comparison_in_words_has_the_colour_of_its_outcome() {
        assertThat(ScorecardMark.coloured("900/s [0.900× worse]", AnsiStyle.ANSI))
                .isEqualTo("900/s [0.900× %s]".formatted(AnsiStyle.ANSI.bad("worse")));
        assertThat(ScorecardMark.coloured("1,000/s [1.000× equivalent]", AnsiStyle.ANSI))
                .isEqualTo("1,000/s [1.000× equivalent]");
        assertThat(ScorecardMark.coloured("2/s [4.00× better; figure invalid: x]", AnsiStyle.ANSI))
                .isEqualTo(
                        "2/s [4.00× %s; figure %s: x]"
                                .formatted(
                                        AnsiStyle.ANSI.good("better"),
                                        AnsiStyle.ANSI.bad("invalid")));
        assertThat(ScorecardMark.coloured("n/a [invalid]", AnsiStyle.ANSI))
                .isEqualTo("n/a [%s]".formatted(AnsiStyle.ANSI.bad("invalid")));
        assertThat(ScorecardMark.coloured("1/s [undecided]", AnsiStyle.ANSI))
                .isEqualTo("1/s [%s]".formatted(AnsiStyle.ANSI.warning("undecided")));
    }

    @Test
    void a_terminal_draws_no_chart() {
        var chart = new Section("Charts", List.of(new ChartPanel("", List.of())));
        assertThat(lines(true, chart)).containsExactly("", "A search", "It holds.", "", "of today");
    }
}
