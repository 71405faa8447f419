package dev.loombench.analysis.validity.machine;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.seen;
import static dev.loombench.ChangedSampleRun.severity;
import static dev.loombench.ChangedSampleRun.sliced;
import static dev.loombench.ChangedSampleRun.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conditions that raise findings about the machine.
///
/// The sample's window is two seconds on two processors; its server uses 100 µs per request.
class MachineFindingTest {
    @ParameterizedTest
    @CsvSource({"0.095, 0, none", "0.105, 0, note", "0, 0.019, none", "0, 0.021, note"})
    void cpu_contention_before_the_run_is_a_note(double others, double steal, String severity) {
        assertThat(before(OptionalDouble.of(others), OptionalDouble.of(steal))).isEqualTo(severity);
    }

    @Test
    void cpu_contention_that_was_not_observed_is_none() {
        assertThat(before(OptionalDouble.empty(), OptionalDouble.empty())).isEqualTo("none");
    }

    private static String before(OptionalDouble othersShare, OptionalDouble stealShare) {
        var like = SampleRun.manifest();
        var machine = like.environment();
        var environment =
                new Environment(
                        machine.taken(),
                        machine.cpu(),
                        machine.cores(),
                        machine.memoryBytes(),
                        machine.system(),
                        machine.jdk(),
                        machine.loadAverage(),
                        othersShare,
                        stealShare,
                        machine.openFileLimit(),
                        machine.processor());
        var manifest =
                SampleRun.manifest(
                        like.experiment(),
                        environment,
                        like.started(),
                        like.seed(),
                        like.exclusive(),
                        like.plan(),
                        Map.of());
        return severity(
                CpuContentionBefore.class,
                findings(manifest, _ -> SampleRun.completed(1_000, 400)));
    }

    @Test
    void cpu_contention_within_the_window_is_a_finding() {
        // Busy for 2 of 4 s; the server 2,000 x 100 µs = 0.2 s, the generator 2,000 x 10 µs.
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 2e9))))
                .anySatisfy(f ->
                        assertThat(f)
                                .isInstanceOfSatisfying(
                                        CpuContentionDuring.class,
                                        c -> assertThat(c.othersShare()).isEqualTo(0.445)));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_STEAL, 0.2e9))))
                .contains(
                        new CpuContentionDuring(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0, 0.05, List.of()));
        assertThat(with(t -> seen(t, grown(MetricId.MACHINE_CPU_BUSY, 5e9))))
                .as("ticks beyond the two processors")
                .anyMatch(f -> f instanceof CpuContentionDuring c && c.othersShare() == 1);
    }

    /// The same 1.78 s and 0.2 s of 2 s on 16 processors, of which the lab may use two.
    @Test
    void shares_of_the_machine_are_of_all_its_processors() {
        var processors =
                new Series(
                        "a test",
                        MetricId.MACHINE_PROCESSORS,
                        List.of(new Point(4_000_000_000L, 16)));
        assertThat(with(t -> seen(seen(t, grown(MetricId.MACHINE_CPU_BUSY, 2e9)), processors)))
                .noneMatch(CpuContentionDuring.class::isInstance);
        assertThat(with(t -> seen(seen(t, grown(MetricId.MACHINE_CPU_STEAL, 0.2e9)), processors)))
                .noneMatch(CpuContentionDuring.class::isInstance);
        assertThat(with(t -> seen(seen(t, grown(MetricId.MACHINE_CPU_STEAL, 1.6e9)), processors)))
                .anyMatch(f -> f instanceof CpuContentionDuring c && c.stealShare() == 0.05);
    }

    /// A value below its limit is not known in the finding.
    @Test
    void a_text_says_nothing_of_what_was_below_its_limit() {
        var both = List.of("a");
        assertThat(contention(0, 0.05).text().message())
                .contains("5 %")
                .doesNotContain("other processes");
        assertThat(contention(0.4, 0).text().message())
                .contains("40 %")
                .doesNotContain("hypervisor");
        assertThat(contention(0.4, 0.05).text().message()).contains("40 %", "5 %");
        assertThat(new MemoryShort(both, 0, 0.02).text().message())
                .contains("2.0 %")
                .doesNotContain("pages");
        assertThat(new MemoryShort(both, 5_000, 0).text().message())
                .contains("5,000 pages")
                .doesNotContain("waited");
    }

    private static CpuContentionDuring contention(
            double others, double stolen, String... backends) {
        return new CpuContentionDuring(List.of("a"), others, stolen, List.of(backends));
    }

    /// What the run started itself is no noise of the machine.
    @Test
    void backends_of_the_run_are_named_among_those_that_used_processors() {
        var backends = contention(0.4, 0, "db", "cache").text();
        assertThat(backends.message()).contains("db, cache");
        assertThat(backends.remedy()).contains("backends").doesNotContain("quiet");
        var stolen = contention(0, 0.05, "db").text();
        assertThat(stolen.message()).doesNotContain("db");
        assertThat(stolen.remedy()).contains("quiet");
    }

    /// 0.15 x 4 s of others, 0.2 s of the server and 0.02 s of the generator are 0.82 s.
    @ParameterizedTest
    @CsvSource({
        "MACHINE_CPU_BUSY, 0.79, none",
        "MACHINE_CPU_BUSY, 0.85, note",
        "MACHINE_CPU_STEAL, 0.076, none",
        "MACHINE_CPU_STEAL, 0.084, note",
    })
    void fifteen_percent_of_others_or_two_percent_of_steal_are_a_note(
            MetricId metric, double seconds, String severity) {
        var found = with(t -> seen(t, grown(metric, seconds * 1e9)));
        assertThat(severity(CpuContentionDuring.class, found)).isEqualTo(severity);
    }

    /// Of 0.9 s of CPU time, 0.68 s are neither the server's nor the generator's: 17 % of 4 s.
    @ParameterizedTest
    @CsvSource({"0.19, none", "0.21, invalid"})
    void resting_servers_that_use_a_tenth_of_the_processors_make_the_result_invalid(
            double cores, String severity) {
        var busy = grown(MetricId.MACHINE_CPU_BUSY, 0.9e9);
        var found = with(t -> sliced(seen(t, busy), 4, cores));
        assertThat(severity(RestingServersBusy.class, found)).isEqualTo(severity);
        assertThat(severity(CpuContentionDuring.class, found))
                .as("they are no other processes")
                .isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({
        "MACHINE_SWAPPED, 950, none",
        "MACHINE_SWAPPED, 1050, invalid",
        "MACHINE_MEMORY_STALLED, 19e6, none",
        "MACHINE_MEMORY_STALLED, 21e6, invalid",
    })
    void swapping_a_thousand_pages_or_waiting_for_one_percent_makes_the_result_invalid(
            MetricId metric, double growth, String severity) {
        var found = with(t -> seen(t, grown(metric, growth)));
        assertThat(severity(MemoryShort.class, found)).isEqualTo(severity);
    }

    @Test
    void a_stopped_server_makes_the_result_invalid() {
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0.5e9))))
                .contains(new ServerStopped(SampleRun.POOL, 0.5, 2, 3, 3))
                .filteredOn(ServerStopped.class::isInstance)
                .allMatch(f -> f.severity() == Severity.INVALID);
        assertThat(with(t -> seen(t, grown(MetricId.PROCESS_STOPPED, 0))))
                .noneMatch(ServerStopped.class::isInstance);
    }

    /// 2 % of 10 s are 0.2 s.
    @ParameterizedTest
    @CsvSource({
        "0.19, 10, note",
        "0.21, 10, invalid",
        "0.95, 100, note",
        "1.05, 100, invalid",
    })
    void a_stop_is_invalid_from_two_percent_of_the_window_or_one_second_on(
            double seconds, double windowSeconds, String severity) {
        assertThat(new ServerStopped("a", seconds, windowSeconds, 1, 1).severity().label())
                .isEqualTo(severity);
    }

    @Test
    void the_worst_stop_says_in_how_many_trials_there_was_one() {
        var found =
                findings(
                        SampleRun.manifest(),
                        t ->
                                seen(
                                        SampleRun.completed(1_000, 400),
                                        grown(MetricId.PROCESS_STOPPED, (t.block() - 1) * 0.5e9)));
        assertThat(found).contains(new ServerStopped(SampleRun.POOL, 1, 2, 2, 3));
        assertThat(new ServerStopped("a", 1, 2, 2, 3).text().message()).contains("2 of 3 trials");
        assertThat(new ServerStopped("a", 1, 2, 1, 1).text().message()).doesNotContain("trial");
    }

    @ParameterizedTest
    @CsvSource({"0, none", "1, note"})
    void a_connection_that_a_full_listen_queue_rejected_is_a_note(
            double connections, String severity) {
        var found = with(t -> seen(t, grown(MetricId.NET_LISTEN_OVERFLOWS, connections)));
        assertThat(severity(ListenQueueOverflowed.class, found)).isEqualTo(severity);
    }

    /// A kernel tries six times within a minute to open a connection.
    @ParameterizedTest
    @CsvSource({"0, false", "49, false", "50, true"})
    void time_outs_explain_six_rejections_each(long timedOut, boolean explained) {
        assertThat(new ListenQueueOverflowed(List.of("a"), 300, timedOut).followsTimeOuts())
                .isEqualTo(explained);
    }

    @Test
    void the_time_outs_of_its_variants_are_part_of_the_finding() {
        assertThat(with(t -> seen(timedOut(t, 7), grown(MetricId.NET_LISTEN_OVERFLOWS, 3))))
                .contains(
                        new ListenQueueOverflowed(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 3, 7));
    }

    private static Completed timedOut(Completed trial, long connections) {
        var load = trial.load();
        return trial.with(
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        LoadResults.connections(
                                400,
                                400,
                                connections,
                                connections,
                                0,
                                load.connections().inFlight(),
                                new Histogram(3)),
                        load.generator(),
                        load.intervals()));
    }

    /// Of 20,000 responses: 20 and two standard deviations of 4.5; of 100 responses 0.1 and two.
    @ParameterizedTest
    @CsvSource({"10000, 28, none", "10000, 29, note", "50, 2, none", "50, 3, note"})
    void more_retransmits_than_one_in_a_thousand_responses_are_a_note(
            int perSecond, double segments, String severity) {
        var trial =
                seen(SampleRun.completed(perSecond, 40), grown(MetricId.NET_RETRANSMITS, segments));
        assertThat(severity(Retransmitted.class, with(_ -> trial))).isEqualTo(severity);
    }

    @Test
    void full_listen_queues_and_retransmits_are_findings() {
        assertThat(with(t -> seen(t, grown(MetricId.NET_LISTEN_OVERFLOWS, 3))))
                .contains(
                        new ListenQueueOverflowed(
                                List.of(SampleRun.POOL, SampleRun.VIRTUAL), 3, 0));
        // 20 of 2,000 responses
        assertThat(with(t -> seen(t, grown(MetricId.NET_RETRANSMITS, 20))))
                .contains(new Retransmitted(List.of(SampleRun.POOL, SampleRun.VIRTUAL), 0.01));
    }
}
