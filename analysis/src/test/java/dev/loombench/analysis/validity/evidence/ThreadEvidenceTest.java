package dev.loombench.analysis.validity.evidence;

import static dev.loombench.ChangedSampleRun.SECOND;
import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.manifestOf;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two variants, each with 400 requests in flight where nothing else is said.
class ThreadEvidenceTest {
    private static final StackGroup IDLE =
            group(
                    ThreadKind.PLATFORM,
                    150,
                    "jdk.internal.misc.Unsafe.park(Native Method)",
                    "java.util.concurrent.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1)");
    private static final StackGroup POLLER =
            group(ThreadKind.PLATFORM, 2, "sun.nio.ch.EPoll.wait(Native Method)");
    private static final StackGroup WORKER =
            group(
                    ThreadKind.PLATFORM,
                    2,
                    "java.util.concurrent.ForkJoinPool.awaitWork(ForkJoinPool.java:1)",
                    "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:2)");

    private static final ResultFinding UNEXPECTED =
            new UnexpectedThreads(
                    "virtual", RequestThreads.VIRTUAL, List.of(), OptionalInt.empty());
    private static final ResultFinding UNEXPECTED_VIRTUAL =
            new UnexpectedThreads(
                    "virtual", RequestThreads.PLATFORM, List.of(), OptionalInt.empty());
    private static final ResultFinding UNVERIFIED =
            new ThreadsUnverified("virtual", RequestThreads.VIRTUAL, Optional.empty());

    private static StackGroup group(ThreadKind kind, int count, String... frames) {
        return new StackGroup(kind, "WAITING", count, List.of(frames));
    }

    private static StackGroup sleeping(ThreadKind kind, int count) {
        return group(
                kind, count, "java.lang.Thread.sleep(Thread.java:1)", "shop.App.hello(App.java:2)");
    }

    private static ThreadDump dump(StackGroup... groups) {
        var list = List.of(groups);
        return new ThreadDump(
                "attach",
                5 * SECOND,
                count(list, ThreadKind.PLATFORM),
                count(list, ThreadKind.CARRIER),
                count(list, ThreadKind.VIRTUAL),
                list);
    }

    private static int count(List<StackGroup> groups, ThreadKind kind) {
        return groups.stream().filter(g -> g.kind() == kind).mapToInt(StackGroup::count).sum();
    }

    private static Series gauge(MetricId metric, double value) {
        return new Series("attach", metric, List.of(new Point(4 * SECOND, value)));
    }

    private static List<Observation> scheduler(int carriers, int mounted, int queued) {
        return List.of(
                gauge(MetricId.CARRIERS_POOL, carriers),
                gauge(MetricId.CARRIERS_MOUNTED, mounted),
                gauge(MetricId.VIRTUAL_QUEUED, queued));
    }

    private static Variant expecting(String name, Optional<RequestThreads> threads) {
        return Variant.of(
                name,
                new ServiceCommand(
                        List.of("java"),
                        new Ready.Port(),
                        ServiceCommand.DEFAULT_WITHIN,
                        SameAnswers.OFF,
                        threads));
    }

    private static Completed observed(Completed unobserved, List<Observation> observations) {
        var trial = unobserved;
        for (var observation : observations) {
            trial = seen(trial, observation);
        }
        return trial;
    }

    private static List<ResultFinding> of(RequestThreads expected, Observation... observations) {
        return of(SampleRun.completed(1_000, 400), expected, observations);
    }

    /// The findings about threads of two variants; of `pool` nothing was observed.
    private static List<ResultFinding> of(
            Completed trial, RequestThreads expected, Observation... observations) {
        var manifest =
                manifestOf(
                        expecting("pool", Optional.empty()),
                        expecting("virtual", Optional.of(expected)));
        return findings(
                        manifest,
                        t ->
                                t.variant().equals("virtual")
                                        ? observed(trial, List.of(observations))
                                        : trial)
                .stream()
                .filter(f -> f instanceof UnexpectedThreads || f instanceof ThreadsUnverified)
                .toList();
    }

    private static List<ResultFinding> ofVirtual(Observation... observations) {
        return of(RequestThreads.VIRTUAL, observations);
    }

    private static Observation[] with(List<Observation> scheduler, ThreadDump dump) {
        var all = new ArrayList<>(scheduler);
        all.add(dump);
        return all.toArray(Observation[]::new);
    }

    @Test
    void a_scheduler_without_carriers_has_run_no_virtual_thread() {
        assertThat(ofVirtual(with(scheduler(0, 0, 0), dump(IDLE, WORKER))))
                .containsExactly(UNEXPECTED);
    }

    @Test
    void virtual_threads_under_load_are_in_force() {
        assertThat(ofVirtual(with(scheduler(2, 2, 9), dump(sleeping(ThreadKind.VIRTUAL, 390)))))
                .isEmpty();
    }

    /// Requests may all be outside the server at the moment of the list.
    @Test
    void a_list_without_virtual_threads_proves_nothing_where_the_scheduler_ran_some() {
        assertThat(ofVirtual(with(scheduler(2, 2, 40), dump(POLLER, WORKER)))).isEmpty();
    }

    @Test
    void carriers_without_a_virtual_thread_leave_it_open() {
        assertThat(ofVirtual(with(scheduler(2, 0, 0), dump(POLLER, WORKER))))
                .containsExactly(UNVERIFIED);
    }

    @Test
    void many_platform_threads_beside_few_virtual_ones_run_the_requests() {
        var dump = dump(sleeping(ThreadKind.PLATFORM, 200), sleeping(ThreadKind.VIRTUAL, 3));
        assertThat(ofVirtual(with(scheduler(2, 1, 0), dump))).containsExactly(UNEXPECTED);
        assertThat(ofVirtual(with(scheduler(2, 2, 30), dump))).isEmpty();
        var idle = dump(IDLE, IDLE, sleeping(ThreadKind.VIRTUAL, 3));
        assertThat(ofVirtual(with(scheduler(2, 1, 0), idle))).isEmpty();
    }

    /// Half of the requests in flight are 200, of which 20 are a tenth.
    @ParameterizedTest
    @CsvSource({"190, 3, false", "210, 3, true", "210, 20, true", "210, 22, false"})
    void platform_threads_for_half_of_the_requests_and_ten_per_virtual_one_run_them(
            int platform, int virtual, boolean unexpected) {
        var dump =
                dump(
                        sleeping(ThreadKind.PLATFORM, platform),
                        sleeping(ThreadKind.VIRTUAL, virtual));
        assertThat(ofVirtual(with(scheduler(2, 1, 0), dump)))
                .isEqualTo(unexpected ? List.of(UNEXPECTED) : List.of());
    }

    @ParameterizedTest
    @CsvSource({"95, false", "105, true"})
    void virtual_threads_for_a_quarter_of_the_requests_run_them(int virtual, boolean unexpected) {
        var dump = dump(IDLE, POLLER, sleeping(ThreadKind.VIRTUAL, virtual));
        assertThat(of(RequestThreads.PLATFORM, with(scheduler(2, 2, 9), dump)))
                .isEqualTo(unexpected ? List.of(UNEXPECTED_VIRTUAL) : List.of());
    }

    /// 1,000 requests/s of 1 ms.
    @Test
    void of_one_request_in_flight_eight_platform_threads_or_two_virtual_ones_are_evidence() {
        var one = SampleRun.completed(1_000, 1);
        assertThat(of(one, RequestThreads.VIRTUAL, sleepingOnly(ThreadKind.PLATFORM, 7)))
                .containsExactly(UNVERIFIED);
        assertThat(of(one, RequestThreads.VIRTUAL, sleepingOnly(ThreadKind.PLATFORM, 8)))
                .containsExactly(UNEXPECTED);
        assertThat(of(one, RequestThreads.PLATFORM, sleepingOnly(ThreadKind.VIRTUAL, 1))).isEmpty();
        assertThat(of(one, RequestThreads.PLATFORM, sleepingOnly(ThreadKind.VIRTUAL, 2)))
                .containsExactly(UNEXPECTED_VIRTUAL);
    }

    private static Observation[] sleepingOnly(ThreadKind kind, int count) {
        return with(scheduler(2, 0, 0), dump(sleeping(kind, count)));
    }

    @Test
    void without_the_scheduler_a_complete_list_without_workers_decides() {
        assertThat(ofVirtual(dump(IDLE, POLLER))).containsExactly(UNEXPECTED);
        assertThat(ofVirtual(dump(IDLE, WORKER))).containsExactly(UNVERIFIED);
        var incomplete = new ThreadDump("attach", 5 * SECOND, 200, 0, 0, List.of(IDLE));
        assertThat(ofVirtual(incomplete)).containsExactly(UNVERIFIED);
        assertThat(ofVirtual(dump(IDLE, sleeping(ThreadKind.VIRTUAL, 7)))).isEmpty();
    }

    @Test
    void without_any_observation_it_is_unknown() {
        assertThat(ofVirtual()).containsExactly(UNVERIFIED);
        assertThat(of(RequestThreads.PLATFORM))
                .containsExactly(
                        new ThreadsUnverified(
                                "virtual", RequestThreads.PLATFORM, Optional.empty()));
    }

    @Test
    void the_reason_why_threads_were_not_listed_is_known() {
        assertThat(ofVirtual(new Unavailable("attach", ThreadDump.SUBJECT, "no permission")))
                .containsExactly(
                        new ThreadsUnverified(
                                "virtual", RequestThreads.VIRTUAL, Optional.of("no permission")));
    }

    @Test
    void a_pool_that_runs_on_virtual_threads_is_found() {
        var dump = dump(POLLER, sleeping(ThreadKind.VIRTUAL, 390));
        assertThat(of(RequestThreads.PLATFORM, with(scheduler(2, 2, 9), dump)))
                .containsExactly(UNEXPECTED_VIRTUAL);
    }

    @Test
    void variants_with_the_same_threads_are_named() {
        var manifest =
                manifestOf(
                        expecting("pool", Optional.of(RequestThreads.PLATFORM)),
                        expecting("virtual", Optional.of(RequestThreads.VIRTUAL)));
        var trial = observed(SampleRun.completed(1_000, 400), scheduler(0, 0, 0));
        assertThat(findings(manifest, _ -> trial))
                .contains(
                        new UnexpectedThreads(
                                "virtual",
                                RequestThreads.VIRTUAL,
                                List.of("pool"),
                                OptionalInt.empty()))
                .noneMatch(f -> f.variants().contains("pool"));
    }

    @ParameterizedTest
    @CsvSource({"25.0.3, 25", "17.0.9, 17", "1.8.0_402, 8", "26-ea, 26"})
    void the_release_of_the_jvm_is_known_where_it_was_observed(String release, int feature) {
        var observed = new ArrayList<>(scheduler(0, 0, 0));
        observed.add(
                new Libraries(
                        "libraries", SampleRuntimes.hotSpot(release), true, List.of(), List.of()));
        assertThat(ofVirtual(observed.toArray(Observation[]::new)))
                .containsExactly(
                        new UnexpectedThreads(
                                "virtual",
                                RequestThreads.VIRTUAL,
                                List.of(),
                                OptionalInt.of(feature)));
    }
}
