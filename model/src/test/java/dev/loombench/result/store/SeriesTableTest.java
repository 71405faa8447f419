package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SeriesTableTest {
    @Test
    void a_table_with_another_header_is_refused() {
        assertThatThrownBy(() -> SeriesTable.parse("seconds,observer,figure,unit,value\n", 0))
                .isInstanceOf(IOException.class)
                .hasMessage("its first line is not \"seconds,observer,metric,unit,value\"");
    }
}
