package dev.loombench.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.export.Csv;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "@SUM(A1)",
                "+1+cmd|'/C calc'!A0",
                "-2+3+cmd|'/C calc'!A0",
                "-cmd",
                " =1+1",
                "\u00a0=1+1",
                "\uff1d1+1",
                "\t=1+1",
                "\r=1+1",
                "\n=1+1",
                "-5 +cmd"
            })
    void a_spreadsheet_takes_no_text_for_a_formula(String text) {
        assertThat(Csv.text(text).replaceFirst("^\"", "")).startsWith("'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "+1.5", "-1.5e-3", "-5.2 %", "+12 ms", "a=b", "1-2", "", "a@b"})
    void numbers_and_other_texts_stay(String text) {
        assertThat(Csv.text(text)).isEqualTo(text);
    }

    @Test
    void quotes_and_line_breaks_are_within_quotes() {
        assertThat(Csv.text("a \"b\", c")).isEqualTo("\"a \"\"b\"\", c\"");
        assertThat(Csv.text("=\"a\"")).isEqualTo("\"'=\"\"a\"\"\"");
        assertThat(Csv.text("a\nb")).isEqualTo("\"a\nb\"");
    }

    /// The copy buttons of the report put text into spreadsheets too.
    @Test
    void the_report_page_has_the_same_rule() {
        var script = script();
        var rule = Pattern.compile("const FORMULA = /(.*)/i;").matcher(script);
        assertThat(rule.find()).isTrue();
        assertThat(rule.group(1)).isEqualTo(Csv.FORMULA.pattern());
        assertThat(script).contains("cellText(cell.innerText)", "cellText(s.label ?? '')");
    }

    private static String script() {
        try (var in = CsvTest.class.getResourceAsStream("/dev/loombench/report/html/page.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
