package dev.loombench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.AnswerStatus;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.report.text.AnsiStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextExporterTest {
    /// A report whose text has what a service chose, and forgot to replace it.
    private record Careless() implements Document {
        @Override
        public Outline outline() {
            return new Outline("Pools", AnswerStatus.DECIDED, "One.", List.of(), "");
        }

        @Override
        public Object data() {
            return List.of();
        }

        @Override
        public CsvRows rows() {
            return new CsvRows(List.of(), List.of());
        }

        @Override
        public List<String> lines(AnsiStyle style, int width) {
            return List.of(style.bold("pool \u009b2J"), "\u202eend");
        }
    }

    @Test
    void text_of_a_file_has_no_control_characters() {
        assertThat(new TextExporter(AnsiStyle.NONE, 80).export(new Careless()))
                .isEqualTo("pool \uFFFD2J\n\uFFFDend\n");
    }

    /// What prints to a terminal replaces all other sequences.
    @Test
    void text_of_a_terminal_keeps_its_colours() {
        assertThat(new TextExporter(AnsiStyle.ANSI, 80).export(new Careless()))
                .startsWith(AnsiStyle.ANSI.bold("pool \u009b2J"));
    }
}
