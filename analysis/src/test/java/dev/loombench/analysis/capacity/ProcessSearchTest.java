package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class ProcessSearchTest {
    private final List<Double> tried = new ArrayList<>();

    private ProcessSearch search(double estimate, double highest, DoubleUnaryOperator burn) {
        return search(estimate, highest, Double.POSITIVE_INFINITY, burn);
    }

    /// Rates above `reachable` cannot be offered.
    private ProcessSearch search(
            double estimate, double highest, double reachable, DoubleUnaryOperator burn) {
        var search = new ProcessSearch(estimate, highest, List.of());
        for (var next = search.next(); next.isPresent(); next = search.next()) {
            tried.add(next.getAsDouble());
            double rate = next.getAsDouble();
            if (rate > reachable) {
                search.tellUnreachable(rate);
            } else {
                search.tell(new CapacityFit.Window(rate, burn.applyAsDouble(rate), 1_000));
            }
        }
        return search;
    }

    private static double capacity(ProcessSearch search) {
        return CapacityFit.capacities(List.of(search.process())).getFirst();
    }

    /// Exactly what the fit assumes: the crossing is at 500/s.
    private static double burn(double rate) {
        return Math.pow(rate / 500, 20);
    }

    @Test
    void an_estimate_that_is_right_needs_few_windows() {
        var search = search(510, 1e6, ProcessSearchTest::burn);
        assertThat(search.found()).isTrue();
        assertThat(capacity(search)).isCloseTo(500, within(1.0));
        assertThat(tried).hasSize(2 + ProcessSearch.REFINEMENTS);
    }

    @Test
    void a_process_far_from_the_estimate_is_found() {
        for (double estimate : new double[] {150, 300, 900, 1_500}) {
            tried.clear();
            var search = search(estimate, 1e6, ProcessSearchTest::burn);
            assertThat(search.found()).as("from %s", estimate).isTrue();
            assertThat(capacity(search)).isCloseTo(500, within(1.0));
            assertThat(tried)
                    .hasSizeLessThanOrEqualTo(ProcessSearch.MOST + ProcessSearch.REFINEMENTS);
        }
    }

    @Test
    void without_a_crossing_the_outermost_rate_is_a_limit() {
        var search = search(100, 200, _ -> 0.1);
        assertThat(search.found()).isFalse();
        assertThat(search.process().center()).isEqualTo(200);
        assertThat(tried.getLast()).isEqualTo(200);
        tried.clear();
        assertThat(search(100, 1e6, _ -> 9).found()).isFalse();
        assertThat(tried).hasSize(ProcessSearch.MOST);
    }

    /// From 100 it steps to 105, and by 1.1025 to 115.8, which cannot be offered. Halfway there, on
    /// a logarithmic scale, is 110.25, which cannot either, and halfway there 107.6, which is less
    /// than 3 % away from it.
    @Test
    void a_rate_that_cannot_be_offered_is_a_limit_of_the_search_and_no_violation() {
        var search = search(100, 1e6, 109, _ -> 0.1);
        assertThat(search.found()).isFalse();
        assertThat(search.generatorLimited()).isTrue();
        assertThat(tried).hasSize(5);
        assertThat(tried.get(2)).isCloseTo(115.7625, within(1e-9));
        assertThat(tried.get(3)).isCloseTo(Math.sqrt(105 * 115.7625), within(1e-9));
        assertThat(tried.get(4)).isCloseTo(Math.sqrt(105 * tried.get(3)), within(1e-9));
        assertThat(search.process().windows()).hasSize(3).allMatch(w -> w.burn() == 0.1);
        assertThat(search.process().within(1e6)).isEqualTo(tried.get(4));
    }

    /// The crossing at 500/s is below what can be offered.
    @Test
    void a_capacity_that_the_generator_reaches_is_found_from_a_rate_that_it_does_not() {
        var search = search(900, 1e6, 600, ProcessSearchTest::burn);
        assertThat(search.found()).isTrue();
        assertThat(search.generatorLimited()).isFalse();
        assertThat(capacity(search)).isCloseTo(500, within(1.0));
    }

    @Test
    void a_generator_that_offers_no_rate_finds_nothing() {
        var search = search(100, 1e6, 0, _ -> 0.1);
        assertThat(search.isEmpty()).isTrue();
        assertThat(search.found()).isFalse();
        assertThat(tried).hasSize(ProcessSearch.MOST);
    }
}
