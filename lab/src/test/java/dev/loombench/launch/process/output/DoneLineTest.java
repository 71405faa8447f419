package dev.loombench.launch.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoneLineTest {
    @Test
    void it_has_named_numbers_and_omits_unknown_ones() {
        assertThat(DoneLine.parse("DONE tasks=10000 nanos=3015000000 held=300120000"))
                .contains(
                        new DoneLine(
                                10_000,
                                OptionalLong.of(3_015_000_000L),
                                OptionalLong.of(300_120_000),
                                OptionalLong.empty(),
                                OptionalLong.empty()));
        assertThat(DoneLine.parse("DONE tasks=1 heap-used=5 heap-committed=8").orElseThrow())
                .extracting(DoneLine::heapUsed, DoneLine::heapCommitted)
                .containsExactly(OptionalLong.of(5), OptionalLong.of(8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DONE",
                "DONE tasks=0",
                "DONE nanos=5",
                "DONE tasks=-1",
                "DONE tasks=many",
                "DONE tasks=1 and more",
                "DONE tasks=1234567890123456789"
            })
    void an_invalid_done_line_is_recognized(String line) {
        assertThat(DoneLine.isDoneLine(line)).isTrue();
        assertThat(DoneLine.parse(line)).isEmpty();
    }

    @Test
    void another_line_is_no_done_line() {
        assertThat(DoneLine.isDoneLine("nearly DONE")).isFalse();
    }
}
