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
        var search = new ProcessSearch(estimate, highest, List.of());
        for (var next = search.next(); next.isPresent(); next = search.next()) {
            tried.add(next.getAsDouble());
            double rate = next.getAsDouble();
            search.tell(new CapacityFit.Window(rate, burn.applyAsDouble(rate), 1_000));
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
}
