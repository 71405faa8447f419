package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.export.PageTable;
import dev.loombench.export.PageTable.Cell;
import dev.loombench.report.Reported;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTest {
    private final Table table =
            new Table().row("", "p50", "p99", "CPU").row("pool", "1 ms", "20 ms", "9 µs");

    @Test
    void a_table_that_fits_is_one_block() {
        assertThat(table.lines())
                .containsExactly("       p50    p99   CPU", "pool  1 ms  20 ms  9 µs");
        assertThat(table.blocks(23)).containsExactly(table.lines());
    }

    @Test
    void each_block_of_a_wide_table_begins_with_the_first_column() {
        assertThat(table.blocks(22))
                .containsExactly(
                        List.of("       p50    p99", "pool  1 ms  20 ms"),
                        List.of("       CPU", "pool  9 µs"));
    }

    @Test
    void the_blocks_are_indented_and_each_has_a_faint_header() {
        assertThat(table.indented(AnsiStyle.NONE, 24))
                .containsExactly(
                        "         p50    p99",
                        "  pool  1 ms  20 ms",
                        "         CPU",
                        "  pool  9 µs");
        assertThat(table.indented(AnsiStyle.ANSI, 80))
                .containsExactly(
                        "  " + AnsiStyle.ANSI.faint("       p50    p99   CPU"),
                        "  pool  1 ms  20 ms  9 µs");
    }

    @Test
    void a_column_that_never_fits_is_a_block() {
        assertThat(table.blocks(1))
                .hasSize(3)
                .allSatisfy(block -> assertThat(block.getLast()).startsWith("pool"));
    }

    @Test
    void a_row_that_has_nothing_in_a_block_is_left_out_of_it() {
        var rows = new Table().row("", "p50", "ratio").row("a", "1 ms", "").row("b", "2 ms", "2×");
        assertThat(rows.blocks(9))
                .containsExactly(
                        List.of("    p50", "a  1 ms", "b  2 ms"), List.of("   ratio", "b     2×"));
        assertThat(rows.lines()).hasSize(3);
    }

    @Test
    void names_that_take_more_than_half_of_the_terminal_stand_above_their_rows() {
        var name = "com.example.OrderService.process:size=1000";
        var wide =
                new Table()
                        .row("benchmark", "base", "head", "verdict")
                        .row(name, "110 ns", "100 ns", "better")
                        .row("", "1", "2", "");
        assertThat(wide.blocks(60))
                .containsExactly(
                        List.of(
                                "benchmark    base    head  verdict",
                                name,
                                "           110 ns  100 ns   better",
                                "                1       2"));
        assertThat(wide.blocks(80)).containsExactly(wide.lines());
    }

    /// The ratios of a row have no meaning without it.
    @Test
    void the_header_of_names_above_their_rows_remains() {
        var ratios = new Table().row("2 / 1", "p50", "p99").row("n".repeat(20), "1.2×", "1.3×");
        assertThat(ratios.blocks(31))
                .containsExactly(List.of("2 / 1   p50   p99", "n".repeat(20), "       1.2×  1.3×"));
        assertThat(ratios.blocks(32)).containsExactly(ratios.lines());
        var wide = new Table().row("compared with n", "p50", "p99").row("n".repeat(20), "1", "2");
        assertThat(wide.blocks(24))
                .hasSize(2)
                .allSatisfy(block -> assertThat(block.getFirst()).startsWith("compared with n "));
    }

    /// 20 columns, and 3 times 8.
    @Test
    void a_table_that_fits_without_its_names_is_not_divided() {
        var name = "n".repeat(20);
        var figures = new Table().row("", "figure", "figure", "figure").row(name, "1", "2", "3");
        assertThat(figures.blocks(44)).containsExactly(figures.lines());
        assertThat(figures.blocks(43))
                .containsExactly(
                        List.of("  figure  figure  figure", name, "       1       2       3"));
        assertThat(figures.blocks(23)).hasSize(2);
    }

    @Test
    void a_cell_has_its_remark_and_not_its_interval() {
        var cells = List.of(Cell.of("pool"), new Cell("1", "1, 2"), Cell.remarked("2", "invalid"));
        assertThat(Table.of(new PageTable(List.of("", "a", "b"), List.of(cells))).lines())
                .containsExactly("      a            b", "pool  1  2 [invalid]");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void no_line_of_a_report_exceeds_the_terminal(int width) {
        var analysis =
                Analysis.of(
                        SampleRun.manifest(SampleRun.experiment(List.of())), SampleRun.trials());
        assertThat(Reported.text(analysis, width))
                .allSatisfy(line -> assertThat(Table.width(line)).isLessThanOrEqualTo(width))
                .anySatisfy(line -> assertThat(line).contains("CPU/request"))
                .anySatisfy(line -> assertThat(line).contains("errors"));
    }
}
