package dev.loombench.requests.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTimeTest {
    @ParameterizedTest
    @CsvSource({
        "12/Nov/2026:06:25:24 +0000, 1794464724000000000",
        "12/Nov/2026:08:25:24 +0200, 1794464724000000000",
        "12/Nov/2026:06:25:24.5 +0000, 1794464724500000000",
        "[12/Nov/2026:06:25:24.123456 +0000], 1794464724123456000",
        "2026-11-12T06:25:24.123Z, 1794464724123000000",
        "2026-11-12T06:25:24+0000, 1794464724000000000",
        "2026-11-12T06:25:24.5, 1794464724500000000",
        "2026-11-12 06:25:24, 1794464724000000000",
        "'2026-11-12 06:25:24,123', 1794464724123000000",
        "2026-11-12 08:25:24.123 +0200, 1794464724123000000",
        "[2026-11-12 08:25:24+02:00], 1794464724000000000",
        "1794464724.123, 1794464724123000000",
        "1794464724123, 1794464724123000000",
        "1794464724123456, 1794464724123456000",
        "1794464724123456789, 1794464724123456789",
    })
    void a_time_has_the_precision_of_the_log(String text, long nanos) {
        assertThat(LogTime.nanos(text)).hasValue(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "yesterday",
        "12/Nov/2026",
        "2026-11-12",
        "2026-11-12 06:25",
        "2026-11-12 06:25:24 UTC",
        "2300-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "12345"
    })
    void another_text_is_no_time(String text) {
        assertThat(LogTime.nanos(text)).isEmpty();
    }
}
