package dev.loombench.report.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Calibration;
import dev.loombench.analysis.Calibration.Detectable;
import dev.loombench.analysis.Calibration.MetricSpread;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.stationarity.WindowDrift;
import dev.loombench.experiment.Metric;
import dev.loombench.export.Outline;
import dev.loombench.finding.Severity;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.stats.Interval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationTextTest {
    private static final Interval AS_ONE = new Interval(0.99, 1.001, 1.012);
    private static final Interval NARROW = new Interval(0.016, 0.02, 0.0294);
    private static final Interval WIDE = new Interval(0.084, 0.12, 0.21);

    private static MetricSpread spread(Metric metric, Interval ratio, Interval difference) {
        return new MetricSpread(
                metric,
                ratio,
                difference,
                Calibration.TIMES.stream()
                        .map(t -> new Detectable(t, 12, Optional.of(difference)))
                        .toList());
    }

    private static Calibration calibration(int blocks, MetricSpread... metrics) {
        return new Calibration(
                SampleRun.manifest(),
                blocks,
                Duration.ofMillis(9_960),
                List.of(metrics),
                List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.0161 | 0.0309 | 1.6 to 3.1 %",
                "0.084 | 0.21 | 8.4 to 21 %",
                "0.0996 | 0.1 | 10 %",
                "0 | 0.0004 | below 0.1 %",
                "0.5 | 2 | 50 to over 100 %",
                "1.2 | 9 | over 100 %",
            })
    void a_range_has_two_digits(double low, double high, String text) {
        assertThat(CalibrationText.range(new Interval(low, low, high))).isEqualTo(text);
    }

    @Test
    void equal_servers_without_a_difference_are_as_expected() {
        assertThat(CalibrationText.difference(calibration(12, spread(Metric.P50, AS_ONE, NARROW))))
                .startsWith("As expected, no metric");
    }

    @Test
    void a_difference_of_equal_servers_is_named_with_its_chance() {
        var calibration =
                calibration(
                        12,
                        spread(Metric.THROUGHPUT, AS_ONE, NARROW),
                        spread(Metric.P99, new Interval(1.004, 1.02, 1.037), NARROW));
        assertThat(CalibrationText.difference(calibration))
                .contains("differ in p99 (1.020× [1.004, 1.037])")
                .contains("One metric in twenty does so by chance")
                .doesNotContain("throughput");
    }

    @Test
    void a_machine_that_shows_the_margin_may_run_experiments() {
        var calibration = calibration(12, spread(Metric.THROUGHPUT, AS_ONE, NARROW));
        assertThat(CalibrationText.nextSteps(calibration, true))
                .singleElement()
                .asString()
                .contains("the default margin of 3%", "loombench run");
    }

    @Test
    void a_noisy_machine_gets_the_remedies() {
        var calibration =
                calibration(
                        12,
                        spread(Metric.THROUGHPUT, AS_ONE, NARROW),
                        spread(Metric.CPU_PER_REQUEST, AS_ONE, WIDE));
        assertThat(CalibrationText.nextSteps(calibration, false))
                .singleElement()
                .asString()
                .startsWith(
                        "Too noisy to show the default margin of 3% in 10 minutes: cpu-per-request.")
                .contains("loombench doctor", "loombench run EXPERIMENT --trials 40");
        assertThat(CalibrationText.nextSteps(calibration, true).getLast())
                .contains("--metric instructions-per-request");
    }

    @Test
    void few_blocks_are_a_reason_to_repeat_with_more_time() {
        var calibration = calibration(3, spread(Metric.THROUGHPUT, AS_ONE, NARROW));
        assertThat(CalibrationText.nextSteps(calibration, false).getLast())
                .startsWith("3 blocks leave")
                .contains("--for 10m");
    }

    @Test
    void the_command_of_a_step_is_not_wrapped() {
        var calibration = calibration(3, spread(Metric.THROUGHPUT, AS_ONE, NARROW));
        assertThat(lines(calibration, 40))
                .contains(
                        "    loombench run EXPERIMENT",
                        "    loombench doctor --calibrate --for 10m");
        assertThat(CalibrationText.nextSteps(calibration, false))
                .hasSize(2)
                .allMatch(sentence -> sentence.contains(": loombench "));
    }

    private static List<String> lines(Calibration calibration, int width) {
        return new CalibrationDocument(calibration, false).lines(AnsiStyle.NONE, width);
    }

    private static List<Outline.Note> notes(Calibration calibration) {
        return CalibrationOutline.of(calibration, false).sections().stream()
                .flatMap(section -> section.parts().stream())
                .filter(Outline.Note.class::isInstance)
                .map(Outline.Note.class::cast)
                .toList();
    }

    @Test
    void the_report_is_a_table_that_fits_its_width() {
        var lines =
                lines(
                        calibration(
                                12,
                                spread(Metric.THROUGHPUT, AS_ONE, NARROW),
                                spread(Metric.P50, AS_ONE, WIDE)),
                        100);
        assertThat(lines)
                .contains("12 blocks of 10.0 s, sequential")
                .contains(
                        "                         spread         2 min        10 min        30 min",
                        "  throughput       1.6 to 2.9 %  1.6 to 2.9 %  1.6 to 2.9 %  1.6 to 2.9 %",
                        "  cpu-per-request           n/a",
                        "  p50               8.4 to 21 %   8.4 to 21 %   8.4 to 21 %   8.4 to 21 %");
        assertThat(lines).hasSizeLessThan(24).allMatch(line -> line.length() <= 100);
        assertThat(lines(calibration(12, spread(Metric.P99, AS_ONE, NARROW)), 60))
                .allMatch(line -> line.length() <= 60);
    }

    @Test
    void an_invalid_calibration_has_the_reason_before_all_figures() {
        var invalid =
                new Calibration(
                        SampleRun.manifest(),
                        3,
                        Duration.ofSeconds(10),
                        List.of(),
                        List.of(new ConcurrentRun()));
        assertThat(CalibrationOutline.of(invalid, false).sections().getFirst().parts())
                .singleElement()
                .isInstanceOfSatisfying(
                        Outline.Note.class,
                        note -> assertThat(note.severity()).isEqualTo(Severity.INVALID));
        assertThat(CalibrationText.nextSteps(invalid, false).getLast())
                .contains("loombench doctor --calibrate");
    }

    @Test
    void an_invalid_calibration_does_not_say_that_the_servers_are_equal() {
        var metrics = List.of(spread(Metric.THROUGHPUT, AS_ONE, NARROW));
        var time = Duration.ofSeconds(10);
        var invalid =
                new Calibration(
                        SampleRun.manifest(), 12, time, metrics, List.of(new ConcurrentRun()));
        var valid = new Calibration(SampleRun.manifest(), 12, time, metrics, List.of());
        assertThat(CalibrationOutline.of(valid, false).headline())
                .isEqualTo(CalibrationText.difference(valid));
        assertThat(CalibrationOutline.of(invalid, false).headline())
                .doesNotContain(CalibrationText.difference(invalid))
                .contains("Invalid");
    }

    @Test
    void drift_is_a_note_that_the_spread_contains() {
        var drift = new WindowDrift("one", Metric.THROUGHPUT, 0.83, 3, List.of(), List.of(), true);
        var drifting =
                new Calibration(
                        SampleRun.manifest(),
                        12,
                        Duration.ofSeconds(10),
                        List.of(spread(Metric.THROUGHPUT, AS_ONE, NARROW)),
                        List.of(drift));
        assertThat(drifting.valid()).isTrue();
        assertThat(notes(drifting))
                .singleElement()
                .satisfies(note -> assertThat(note.severity()).isEqualTo(Severity.NOTE));
        assertThat(notes(drifting).getFirst().advice()).contains("the spread contains it");
    }
}
