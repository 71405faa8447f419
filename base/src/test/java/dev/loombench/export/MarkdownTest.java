package dev.loombench.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.Outline.Claims;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Drawing;
import dev.loombench.export.Outline.Facts;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Folded;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    private record Picture() implements Drawing {}

    @Test
    void each_part_of_an_outline_has_its_form() {
        var outline =
                new Outline(
                        "A load",
                        AnswerStatus.INVALID,
                        "99.0/s.",
                        List.of(
                                new Section(
                                        "",
                                        List.of(
                                                new Note(
                                                        Severity.INVALID,
                                                        "Invalid",
                                                        "the generator was busy",
                                                        "too slow. Remedy: wait."),
                                                new Claims(
                                                        List.of(
                                                                new ClaimItem(
                                                                        "supported",
                                                                        "it holds",
                                                                        "2 > 1"))),
                                                new Item("requests", "3 sent"),
                                                new Aside("more"))),
                                new Section("Empty", List.of()),
                                new Section("Drawn", List.of(new Picture())),
                                new Section("Whole", List.of(new Item("", "all")), Depth.FULL),
                                new Section(
                                        "Latency",
                                        List.of(
                                                new Figures(
                                                        new PageTable(
                                                                List.of("", "time"),
                                                                List.of(
                                                                        List.of(
                                                                                Cell.of("p50"),
                                                                                new Cell(
                                                                                        "1 ms",
                                                                                        "1, 2"))))),
                                                new Command("loombench load URL")))),
                        "of today");
        assertThat(Markdown.text(outline))
                .isEqualTo(
                        """
                        ### A load

                        **99.0/s.**

                        > **Invalid:** the generator was busy; too slow. Remedy: wait.

                        - **it holds**: 2 \\> 1
                        - **requests**: 3 sent
                        - more

                        #### Latency

                        |  | time |
                        | --- | ---: |
                        | p50 | 1 ms \\[1, 2\\] |

                              loombench load URL

                        <sub>of today</sub>
                        """);
    }

    @Test
    void details_facts_and_folded_tables_are_lists_and_tables() {
        var table = PageTable.ofTexts(List.of("frame", "self"), List.of(List.of("a.b", "1 ms")));
        var parts =
                List.<Part>of(
                        new Note(
                                Severity.CRITICAL,
                                "critical full",
                                "Full.",
                                "",
                                List.of(new Item("Remedy", "Raise."))),
                        new Facts(List.of(new Item("Pools", "1"), new Item("Heap", "2 MiB"))),
                        new Item("JDK-1", "A defect.", "https://bugs.example/1"),
                        new Folded("CPU", "of 10 samples", table),
                        new Item("", "self: alone"));
        var outline =
                new Outline(
                        "One", AnswerStatus.INVALID, "Full.", List.of(new Section("", parts)), "");
        assertThat(Markdown.lines(outline))
                .endsWith(
                        "> **critical full:** Full.",
                        "",
                        "- **Remedy**: Raise.",
                        "- **Pools**: 1",
                        "- **Heap**: 2 MiB",
                        "- **JDK-1**: A defect. (https://bugs.example/1)",
                        "- **CPU**: of 10 samples",
                        "",
                        "| frame | self |",
                        "| --- | ---: |",
                        "| a.b | 1 ms |",
                        "",
                        "- self: alone");
    }

    @Test
    void words_begin_at_the_left_and_the_time_of_the_figures_is_below() {
        var words = PageTable.ofWords(List.of("name", "question"), List.of(List.of("a", "Is it?")));
        var outline =
                new Outline(
                        "All",
                        AnswerStatus.DECIDED,
                        "One.",
                        List.of(new Section("", List.of(new Figures(words)))),
                        "Of here",
                        Optional.of(new Origin("list", "a", "1 May 2026")));
        assertThat(Markdown.lines(outline))
                .contains("| --- | --- |", "| a | Is it? |")
                .last()
                .isEqualTo("<sub>1 May 2026. Of here</sub>");
    }

    @Test
    void text_is_escaped_and_mentions_nobody() {
        assertThat(Markdown.escaped("<b>|@all| `x` & *y*"))
                .isEqualTo("\\<b\\>\\|@\u200ball\\| \\`x\\` &amp; \\*y\\*");
        assertThat(Markdown.escaped("thread #33416 of shop#1, GH-7, #a"))
                .isEqualTo("thread \\#\u200b33416 of shop\\#\u200b1, GH-\u200b7, \\#a");
        assertThat(Markdown.escaped("one\ntwo")).isEqualTo("one\uFFFDtwo");
        assertThat(Markdown.escaped("in $HOME and $PATH")).isEqualTo("in \\$HOME and \\$PATH");
    }

    @Test
    void what_is_no_character_of_xml_is_replaced() {
        assertThat(Markdown.escaped("a\uFFFEb\uFFFFc\uD800d\u2028e\u200Ff\uD83D\uDE00"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uD83D\uDE00");
    }
}
