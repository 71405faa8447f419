package dev.loombench.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.PinningSummary.PinnedLocation;
import dev.loombench.result.StackGroup.ThreadKind;
import dev.loombench.spec.Threading;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Virtual threads on 2 carriers, watched for pinned waits over 2 s: the carriers' time is 4 s.
class BottleneckAnalysisTest {
    private static final long MILLI = 1_000_000;
    private static final String PATH = "Thread.sleep < Work.holding";

    @Test
    void carriers_that_pinned_waits_hold_all_the_time_are_the_bound() {
        // 200 answers a second, 10 ms each
        var explanation = explanation(200, 0.011, Optional.of(pinned(400, 10 * MILLI, 400)));

        var bound = explanation.bounds().getFirst();
        assertThat(bound).isEqualTo(new Bound.Pinned(2, 0.010, place(400, 10 * MILLI)));
        assertThat(bound.maxThroughput()).isCloseTo(200, within(1e-9));
        assertThat(explanation.explainsThroughput()).isTrue();
        assertThat(explanation.bounds())
                .as("nothing is inferred where it was seen")
                .noneMatch(Bound.Carriers.class::isInstance);
    }

    @Test
    void a_part_of_the_response_time_can_hold_the_carriers() {
        // 100 ms for a lone user, of which 10 ms pinned: inferred, 2 carriers allowed 20/s.
        var explanation = explanation(198, 0.100, Optional.of(pinned(396, 10 * MILLI, 396)));

        assertThat(explanation.bounds().getFirst().maxThroughput()).isCloseTo(200, within(1e-9));
        assertThat(explanation.explainsThroughput()).isTrue();
    }

    @Test
    void several_waits_of_an_answer_add_up() {
        var explanation = explanation(50, 0.050, Optional.of(pinned(400, 9 * MILLI, 100)));

        assertThat(explanation.bounds().getFirst().maxThroughput())
                .isCloseTo(2 / 0.036, within(1e-9));
    }

    @Test
    void a_few_pinned_waits_do_not_hide_what_holds_the_carriers_unseen() {
        // As blocking in native code does: 10 pinned waits of 10 ms are 2.5 % of the carriers'
        // time.
        var explanation = explanation(198, 0.010, Optional.of(pinned(10, 10 * MILLI, 396)));

        assertThat(explanation.bounds().getFirst())
                .isEqualTo(new Bound.Carriers(2, 0.010, Optional.empty()));
        assertThat(explanation.explainsThroughput()).isTrue();
    }

    @Test
    void threads_that_have_begun_are_on_the_carriers_while_they_are_hardly_more() {
        var waiting = virtual(48, StackClassifier.NO_CODE);
        var leaving = virtual(1, "ServerImpl.addEvent");
        var seen = listed(waiting, virtual(2, "NativeWait.poll"), leaving);

        assertThat(explanation(198, 0.010, Optional.empty(), Optional.of(seen)).bounds())
                .contains(new Bound.Carriers(2, 0.010, Optional.of("NativeWait.poll")));
        assertThat(listed(waiting, virtual(3, "NativeWait.poll")).onCarriers(2))
                .as("at least one of them is on none")
                .isEmpty();
        assertThat(listed(virtual(2, "Thread.sleep"), virtual(2, "Cache.get")).onCarriers(2))
                .isEmpty();
        assertThat(listed(waiting).onCarriers(2)).isEmpty();
    }

    private static ThreadSummary.ThreadLocation virtual(int count, String where) {
        return new ThreadSummary.ThreadLocation(ThreadKind.VIRTUAL, count, where, where);
    }

    private static ThreadSummary listed(ThreadSummary.ThreadLocation... places) {
        int virtual = Stream.of(places).mapToInt(ThreadSummary.ThreadLocation::count).sum();
        return new ThreadSummary(17, 2, virtual, List.of(places), 0);
    }

    @Test
    void watching_that_sees_no_pinned_wait_leaves_what_is_inferred() {
        var none = new PinningSummary(0, 0, 0, OptionalDouble.of(0), List.of());

        assertThat(explanation(198, 0.010, Optional.of(none)).bounds())
                .isEqualTo(explanation(198, 0.010, Optional.empty()).bounds())
                .contains(new Bound.Carriers(2, 0.010, Optional.empty()));
    }

    private static PinnedLocation place(long waits, long nanosEach) {
        return new PinnedLocation(waits, waits * nanosEach, "in Thread.sleep", PATH);
    }

    private static PinningSummary pinned(long waits, long nanosEach, long answers) {
        long nanos = waits * nanosEach;
        return new PinningSummary(
                waits,
                nanos,
                nanos / 4e9,
                OptionalDouble.of((double) nanos / answers),
                List.of(place(waits, nanosEach)));
    }

    private static BottleneckAnalysis explanation(
            double throughput, double unloadedSeconds, Optional<PinningSummary> pinned) {
        return explanation(throughput, unloadedSeconds, pinned, Optional.empty());
    }

    /// 1,000 users, CPU of 100 µs an answer.
    private static BottleneckAnalysis explanation(
            double throughput,
            double unloadedSeconds,
            Optional<PinningSummary> pinned,
            Optional<ThreadSummary> threads) {
        return BottleneckAnalysis.of(
                Variant.of("tomcat", "virtual", Threading.VIRTUAL, Map.of()),
                new LoadModel.Closed(1_000, Duration.ZERO),
                new BottleneckAnalysis.Inputs(
                        2_000 * MILLI,
                        2,
                        throughput,
                        OptionalDouble.of(unloadedSeconds),
                        OptionalDouble.of(100e-6),
                        10e-6,
                        1,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        pinned,
                        threads,
                        Optional.empty()));
    }
}
