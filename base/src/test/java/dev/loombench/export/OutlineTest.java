package dev.loombench.export;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.loombench.export.Outline.Origin;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutlineTest {
    private static final String EVIL = "a\u001b]0;title\u0007\u202e\nb";

    /// Whoever writes an outline, and whichever form shows it.
    @Test
    void no_text_has_control_characters() {
        var cells = List.of(new Cell(EVIL, EVIL), Cell.remarked(EVIL, EVIL));
        var table = new PageTable(List.of(EVIL, EVIL), List.of(cells));
        var section =
                new Section(
                        EVIL,
                        List.of(
                                new Note(
                                        Severity.INVALID,
                                        EVIL,
                                        EVIL,
                                        EVIL,
                                        List.of(new Item(EVIL, EVIL))),
                                new Claims(List.of(new ClaimItem("supported", EVIL, EVIL))),
                                new Facts(List.of(new Item(EVIL, EVIL))),
                                new Aside(EVIL),
                                new Figures(table),
                                new Folded(EVIL, EVIL, table),
                                new Command(EVIL)),
                        Depth.BRIEF);
        var outline =
                new Outline(
                        EVIL,
                        AnswerStatus.DECIDED,
                        EVIL,
                        List.of(section),
                        EVIL,
                        Optional.of(new Origin("load", EVIL, "now")));
        assertThat(outline.toString()).doesNotContain("\u001b", "\u0007", "\u202e", "\n");
    }

    @Test
    void a_title_has_the_name_of_its_figures_where_there_is_one() {
        assertThat(titleOf("quickstart")).isEqualTo("quickstart: How fast?");
        assertThat(titleOf("")).isEqualTo("How fast?");
    }

    private static String titleOf(String name) {
        var origin = Optional.of(new Origin("run", name, "now"));
        return new Outline("How fast?", AnswerStatus.DECIDED, "Fast.", List.of(), "", origin)
                .titleWithName();
    }
}
