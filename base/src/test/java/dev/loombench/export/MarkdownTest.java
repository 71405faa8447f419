package dev.loombench.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.Outline.ClaimItem;
import dev.loombench.export.Outline.Command;
import dev.loombench.export.Outline.Depth;
import dev.loombench.export.Outline.Drawing;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Item;
import dev.loombench.export.Outline.Note;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    private record Picture() implements Drawing {}

    @Test
    void each_part_of_an_outline_has_its_form() {
        var outline =
                new Outline(
                        "A load",
                        "invalid",
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
                                                new ClaimItem("supported", "it holds", "2 > 1"),
                                                new Item("requests", "3 sent"),
                                                new Item("", "more"))),
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
    void text_is_escaped_and_mentions_nobody() {
        assertThat(Markdown.escaped("<b>|@all| `x` & *y*"))
                .isEqualTo("\\<b\\>\\|@\u200ball\\| \\`x\\` &amp; \\*y\\*");
        assertThat(Markdown.escaped("thread #33416 of shop#1, GH-7, #a"))
                .isEqualTo("thread \\#\u200b33416 of shop\\#\u200b1, GH-\u200b7, \\#a");
        assertThat(Markdown.escaped("one\ntwo")).isEqualTo("one\uFFFDtwo");
    }

    @Test
    void what_is_no_character_of_xml_is_replaced() {
        assertThat(Markdown.escaped("a\uFFFEb\uFFFFc\uD800d\u2028e\u200Ff\uD83D\uDE00"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uD83D\uDE00");
    }
}
