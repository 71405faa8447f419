package dev.loombench.analysis.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.observe.result.ProfiledStack;
import dev.loombench.observe.result.Profiler;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameComparisonTest {
    private static final double LEVEL = 0.95;
    private static final int BLOCKS = 10;
    private static final int RUNS = 20;

    private static final String SERVER = "org.server.Connector.serve";
    private static final String HANDLER = "com.shop.Cart.handle";
    private static final String TOTAL = "com.shop.Cart.total";
    private static final String PRICE = "com.shop.Price.of";
    private static final String STORE = "com.shop.Store.save";
    private static final String HASH = "com.shop.Math.hash";

    /// 3 % of a request, 3 us, more in one of 40 methods, which costs 3.3 us. Its difference varies
    /// by 0.6 us per block, of which 0.4 us by counting 5,000 samples; its mean over ten blocks by
    /// 0.2 us.
    @Test
    void three_per_cent_in_one_method_are_found_in_nine_of_ten_runs() {
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            var marked = compared(run, 0.03).marked();
            if (!marked.isEmpty() && marked.getFirst().frame().equals(SimulatedProfiles.INJECTED)) {
                found++;
                assertThat(marked.getFirst().difference().point())
                        .isCloseTo(3_000, within(1_000.0));
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(18);
    }

    @Test
    void equal_variants_have_no_marked_frame_in_nineteen_of_twenty_runs() {
        int marking = 0;
        for (int run = 0; run < RUNS; run++) {
            marking += compared(1_000 + run, 0).marked().isEmpty() ? 0 : 1;
        }
        assertThat(marking).isLessThanOrEqualTo(1);
    }

    private static CodeDifference compared(int seed, double injected) {
        var trials = new SimulatedProfiles(seed).of(BLOCKS, injected);
        return FrameComparison.of("b", trials.variant(), "a", trials.first(), LEVEL).orElseThrow();
    }

    /// Costs are equal to weights here. `Price.of` costs 100 more, 100, 98 and 102 in the blocks;
    /// its callers cost as much more, and nothing else that they do differs.
    @Test
    void the_deepest_frame_explains_the_differences_of_its_callers() {
        var first = List.of(trial(1, 100, 50, 850), trial(2, 101, 51, 851), trial(3, 99, 50, 849));
        var variant =
                List.of(trial(1, 200, 51, 851), trial(2, 199, 50, 849), trial(3, 201, 50, 850));
        var difference = FrameComparison.of("b", variant, "a", first, LEVEL).orElseThrow();
        assertThat(difference.marked()).hasSize(1);
        var marked = difference.marked().getFirst();
        assertThat(marked.frame()).isEqualTo(PRICE);
        assertThat(marked.callers()).containsExactly(TOTAL, HANDLER, SERVER);
        assertThat(marked.calls()).isEmpty();
        assertThat(marked.first()).isCloseTo(100, within(1e-9));
        assertThat(marked.variant()).isCloseTo(200, within(1e-9));
        assertThat(marked.difference().point()).isCloseTo(100, within(1e-9));
        assertThat(marked.difference().low()).isBetween(50.0, 99.0);
        assertThat(difference.compared())
                .as("server and handler are in the same samples")
                .isEqualTo(4);
        assertThat(difference.total().point()).isCloseTo(100, within(1e-9));
    }

    /// The caller costs 100 more by itself, and so does what it calls.
    @Test
    void a_caller_that_costs_more_by_itself_is_reported_too() {
        var first = List.of(trial(1, 100, 50, 850), trial(2, 101, 51, 851), trial(3, 99, 50, 849));
        var variant =
                List.of(trial(1, 200, 151, 851), trial(2, 199, 150, 849), trial(3, 201, 150, 850));
        var marked = FrameComparison.of("b", variant, "a", first, LEVEL).orElseThrow().marked();
        assertThat(marked).extracting(FrameDifference::frame).containsExactly(TOTAL, PRICE);
        assertThat(marked.getFirst().difference().point()).isCloseTo(200, within(1.0));
    }

    /// `Store.save` takes 100 more, all in `Math.hash`, which `Cart.total` calls for 500 as before.
    @Test
    void a_caller_explains_the_difference_of_what_many_call() {
        var first = List.of(shared(1, 100, 500), shared(2, 101, 501), shared(3, 99, 499));
        var variant = List.of(shared(1, 200, 501), shared(2, 199, 500), shared(3, 201, 499));
        var marked = FrameComparison.of("b", variant, "a", first, LEVEL).orElseThrow().marked();
        assertThat(marked).extracting(FrameDifference::frame).containsExactly(STORE);
        assertThat(marked.getFirst().callers()).containsExactly(HANDLER, SERVER);
        assertThat(marked.getFirst().calls()).containsExactly(HASH);
    }

    private static TrialProfile shared(int block, long store, long total) {
        return new TrialProfile(
                block,
                ProfiledCost.CPU,
                Profiler.ASYNC_PROFILER,
                store + total,
                1_000_000_000,
                List.of(
                        new ProfiledStack(List.of(SERVER, HANDLER, STORE, HASH), store),
                        new ProfiledStack(List.of(SERVER, HANDLER, TOTAL, HASH), total)));
    }

    @Test
    void two_blocks_and_blocks_with_different_profilers_are_not_compared() {
        var first = List.of(trial(1, 100, 50, 850), trial(2, 101, 51, 851), trial(4, 99, 50, 849));
        var variant =
                List.of(trial(1, 200, 51, 851), trial(2, 199, 50, 849), trial(3, 201, 50, 850));
        assertThat(FrameComparison.of("b", variant, "a", first, LEVEL)).isEmpty();
    }

    private static TrialProfile trial(int block, long price, long total, long store) {
        return new TrialProfile(
                block,
                ProfiledCost.CPU,
                Profiler.ASYNC_PROFILER,
                price + total + store,
                1_000_000_000,
                List.of(
                        new ProfiledStack(List.of(SERVER, HANDLER, TOTAL, PRICE), price),
                        new ProfiledStack(List.of(SERVER, HANDLER, TOTAL), total),
                        new ProfiledStack(List.of(SERVER, HANDLER, STORE), store)));
    }
}
