package dev.loombench.launch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoneLineTest {
    @Test
    void it_tells_numbers_by_name_and_leaves_out_what_the_program_does_not_know() {
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
    void one_that_was_meant_and_is_none_is_told_from_other_lines(String line) {
        assertThat(DoneLine.isMeant(line)).isTrue();
        assertThat(DoneLine.parse(line)).isEmpty();
    }

    @Test
    void a_line_about_something_else_is_none() {
        assertThat(DoneLine.isMeant("nearly DONE")).isFalse();
    }
}
