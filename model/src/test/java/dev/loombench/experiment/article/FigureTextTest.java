package dev.loombench.experiment.article;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.experiment.article.PublishedFigure.Rounding;
import dev.loombench.text.WrongInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FigureTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "300ms       | 0.3     | 0.001",
                "2.8s        | 2.8     | 0.1",
                "2.80 s      | 2.8     | 0.01",
                "1,300 ms    | 1.3     | 0.001",
                "1 300 ms    | 1.3     | 0.001",
                "1\u00a0300\u202fms | 1.3 | 0.001",
                "~690ms      | 0.69    | 0.001",
                "≈ 690 ms    | 0.69    | 0.001",
                "about 2 min | 120     | 60",
                "250µs       | 250e-6  | 1e-6",
                "250 μs      | 250e-6  | 1e-6",
                "1831351.8us | 1.8313518 | 1e-7",
                "850 ns      | 850e-9  | 1e-9",
                "1.5 SEC     | 1.5     | 0.1",
                "0ms         | 0       | 0.001",
                "0.00 ms     | 0       | 0.00001",
                "<1ms        | 0       | 0.001",
                "< 0.5 ms    | 0       | 0.0005"
            })
    void times_are_seconds(String text, double value, double step) {
        assertThat(FigureText.time(text).value()).isCloseTo(value, within(1e-12));
        assertThat(FigureText.time(text).step()).isCloseTo(step, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2,226/s                   | 2226    | 1",
                "~1,996 req/s              | 1996    | 1",
                "~13673/s                  | 13673   | 1",
                "13 673 requests per second | 13673  | 1",
                "1'234'567 req/sec         | 1234567 | 1",
                "624.5 rps                 | 624.5   | 0.1",
                "2.2k req/s                | 2200    | 100",
                "10K/s                     | 10000   | 1000",
                "1.2M req/s                | 1200000 | 100000",
                "5217                      | 5217    | 1",
                "600/min                   | 10      | 0.016666666666667",
                "120 rpm                   | 2       | 0.016666666666667",
                "10,125.924 requests/minute | 168.7654 | 0.0000166666667",
                "450 TPS                   | 450     | 1",
                "0/s                       | 0       | 1"
            })
    void rates_are_requests_per_second(String text, double value, double step) {
        assertThat(FigureText.rate(text).value()).isCloseTo(value, within(1e-9));
        assertThat(FigureText.rate(text).step()).isCloseTo(step, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"'2,500', 2500", "~3000, 3000", "10k, 10000", "1 500, 1500"})
    void counts_are_whole(String text, int count) {
        assertThat(FigureText.count(text)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "300",
                "1,5s",
                "12,34 ms",
                "1234,567ms",
                "1.5.2s",
                "-1ms",
                "1e3ms",
                "ms",
                "5/s",
                "1 30 ms",
                "3 parsecs",
                "1\nms"
            })
    void a_wrong_time_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> FigureText.time(text))
                .withMessageContaining("expected a time with a unit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fast",
                "512MB/s",
                "5m/s",
                "5/h",
                "1,5/s",
                "300ms",
                "10 per",
                "2000000000/s"
            })
    void a_wrong_rate_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> FigureText.rate(text))
                .withMessageContaining("expected requests per second or minute");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.5", "ten", "500 users"})
    void a_wrong_count_is_rejected(String text) {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> FigureText.count(text))
                .withMessageContaining("expected a whole number");
    }

    /// 2.8 s is 2.75 to 2.85 s where it was rounded, and 2.8 to 2.9 s where it was cut off.
    @Test
    void a_figure_stands_for_all_values_that_are_published_so() {
        var figure = FigureText.time("2.8s");
        assertThat(figure.low(Rounding.NEAREST)).isCloseTo(2.75, within(1e-12));
        assertThat(figure.high(Rounding.NEAREST)).isCloseTo(2.85, within(1e-12));
        assertThat(figure.low(Rounding.DOWN)).isCloseTo(2.8, within(1e-12));
        assertThat(figure.high(Rounding.DOWN)).isCloseTo(2.9, within(1e-12));
        assertThat(FigureText.time("0ms").low(Rounding.NEAREST)).isZero();
    }
}
