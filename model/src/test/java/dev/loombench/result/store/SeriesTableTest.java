package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesTableTest {
    private static final long ORIGIN = 7_000_000_000L;

    /// 2 minutes of 10 billion instructions per second, of which a slice has a part.
    @Test
    void every_number_is_read_as_written() throws IOException {
        var points =
                Stream.of(0.0, 0.1, 1_200_000_000_123.75, 1.0 / 3, 0x1p60, 1e-9)
                        .map(value -> new Point(ORIGIN + 100_000_001L, value))
                        .toList();
        var series = List.of(new Series("perf", MetricId.COUNTED_INSTRUCTIONS, points));
        assertThat(SeriesTable.parse(SeriesTable.text(ORIGIN, series), ORIGIN)).isEqualTo(series);
    }

    @Test
    void a_table_with_another_header_is_refused() {
        assertThatThrownBy(() -> SeriesTable.parse("seconds,observer,figure,unit,value\n", 0))
                .isInstanceOf(IOException.class)
                .hasMessage("its first line is not \"seconds,observer,metric,unit,value\"");
    }
}
