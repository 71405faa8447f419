package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "300ms, 300000000",
        "10s, 10000000000",
        "2m, 120000000000",
        "1h, 3600000000000",
        "50us, 50000",
        "100ns, 100",
        "0s, 0",
        "1.5s, 1500000000",
        "10 ms, 10000000",
        "0.000000001s, 1",
        "8760h, 31536000000000000"
    })
    void durations_have_their_length(String text, long nanos) {
        assertThat(Units.duration(text)).isEqualTo(Duration.ofNanos(nanos));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "10",
                "s",
                "-1s",
                "+1s",
                "1.s",
                ".5s",
                "1,5s",
                "1e3s",
                "1s ",
                " 1s",
                "1  s",
                "1d",
                "1S",
                "1s1",
                "NaN",
                "Infinity",
                "8761h",
                "99999999999999999999h",
                "999999999999999999h",
                "0.1ns",
                "1.0000000001s",
                "1\ns",
                "١s"
            })
    void a_wrong_duration_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.duration(text))
                .withMessageContaining("300ms, 10s or 2m");
    }

    @ParameterizedTest
    @CsvSource({
        "500/s, 500",
        "10k/s, 10000",
        "1.5k/s, 1500",
        "600/min, 10",
        "10k, 10000",
        "7, 7",
        "0.5/s, 0.5",
        "0/s, 0",
        "6k/min, 100",
        "1000000000/s, 1e9"
    })
    void rates_are_requests_per_second(String text, double rate) {
        assertThat(Units.rate(text)).isEqualTo(rate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k/s", "-5/s", "5/h", "5/", "5m/s", "1000000001/s", "1e3/s", "∞/s"})
    void a_wrong_rate_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.rate(text))
                .withMessageContaining("500/s, 10k/s or 600/min");
    }

    @ParameterizedTest
    @CsvSource({
        "512m, 536870912",
        "1g, 1073741824",
        "64k, 65536",
        "1T, 1099511627776",
        "1024, 1024",
        "0, 0",
        "8388607t, 9223370937343148032"
    })
    void sizes_are_binary(String text, long bytes) {
        assertThat(Units.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1m", "1.5g", "1gb", "8388608t", "999999999999999999g"})
    void a_wrong_size_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.bytes(text))
                .withMessageContaining("64k, 512m or 1g");
    }

    @Test
    void percentages_are_fractions_of_1() {
        assertThat(Units.percent("3%")).isEqualTo(0.03);
        assertThat(Units.percent("0.5 %")).isEqualTo(0.005);
        assertThat(Units.percent("250%")).isEqualTo(2.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "0.03", "-3%", "%", "3%%", "3 percent"})
    void a_wrong_percentage_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.percent(text))
                .withMessageContaining("as in 3%");
    }

    @ParameterizedTest
    @CsvSource({
        "400, 400",
        "10k, 10000",
        "1.5k, 1500",
        "0, 0",
        "2147483647, 2147483647",
        "1M, 1000000",
        "0.5M, 500000"
    })
    void counts_are_whole(String text, int count) {
        assertThat(Units.count(text)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1", "1.5", "1.0005k", "2147483648", "3000000k", "1m", "ten"})
    void a_wrong_count_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.count(text))
                .withMessageContaining("400, 10k or 1M");
    }

    @Test
    void a_message_quotes_the_text_without_its_control_characters() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.duration("\u001B[31m10"))
                .withMessageStartingWith("\"\uFFFD[31m10\" is not a duration");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> Units.count("9".repeat(100_000)))
                .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "1ns", "1500ms", "90s", "2m", "36h", "300ms", "50us"})
    void formatting_a_duration_reverses_parsing(String text) {
        assertThat(Units.text(Units.duration(text))).isEqualTo(text);
    }
}
