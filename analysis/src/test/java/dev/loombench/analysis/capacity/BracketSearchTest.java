package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.capacity.BracketSearch.Bracket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class BracketSearchTest {
    private final List<Double> tried = new ArrayList<>();

    /// Rates above `reachable` cannot be offered.
    private Bracket search(double start, double reachable, DoubleUnaryOperator burn) {
        var search = new BracketSearch(new BracketSearch.Limits(start, 1, 1e6));
        for (var next = search.next(); next.isPresent(); next = search.next()) {
            double rate = next.getAsDouble();
            tried.add(rate);
            assertThat(tried).hasSizeLessThan(40);
            if (rate > reachable) {
                search.tellUnreachable(rate);
            } else {
                search.tell(rate, burn.applyAsDouble(rate));
            }
        }
        return search.result();
    }

    /// M/M/1 with 1,000/s and p99 below 50 ms: `exp(-(mu - lambda) * limit) / 1 %`.
    private static double mm1(double rate) {
        return rate >= 1_000 ? 100 : Math.exp(-(1_000 - rate) * 0.05) / 0.01;
    }

    @Test
    void the_bracket_holds_the_crossing_and_is_narrow() {
        for (double start : new double[] {1, 40, 500, 5_000, 900_000}) {
            tried.clear();
            var found = search(start, 1e6, BracketSearchTest::mm1);
            assertThat(found).isInstanceOf(Bracket.Between.class);
            var between = (Bracket.Between) found;
            double capacity = 1_000 - Math.log(100) / 0.05; // 907.9
            assertThat(between.low()).isLessThanOrEqualTo(capacity);
            assertThat(between.high()).isGreaterThan(capacity);
            assertThat(between.high() / between.low()).isLessThanOrEqualTo(BracketSearch.WIDTH);
            assertThat(tried).hasSizeLessThan(16);
        }
    }

    @Test
    void it_grows_faster_while_nothing_is_used() {
        search(1, 1e6, rate -> rate < 1e5 ? 0.01 : 5);
        assertThat(tried.subList(0, 4)).containsExactly(1.0, 4.0, 16.0, 64.0);
        tried.clear();
        search(100, 1e6, rate -> rate < 1e3 ? 0.5 : 5);
        assertThat(tried.subList(0, 3)).containsExactly(100.0, 200.0, 400.0);
    }

    /// A short window at a low rate may have no request, and then a burn of 0: no logarithm.
    @Test
    void above_a_window_without_requests_the_middle_is_tried() {
        assertThat(search(4, 1e6, rate -> rate < 10 ? 0 : 5)).isInstanceOf(Bracket.Between.class);
        assertThat(tried.subList(0, 2)).containsExactly(4.0, 16.0);
        assertThat(tried.get(2)).isBetween(7.99, 8.01);
    }

    @Test
    void an_objective_that_fails_at_the_lowest_rate_is_not_met() {
        assertThat(search(40, 1e6, _ -> 7)).isEqualTo(new Bracket.NotMet(1));
        assertThat(tried).containsExactly(40.0, 10.0, 2.5, 1.0);
    }

    @Test
    void a_capacity_above_the_generator_is_a_lower_limit() {
        var found = search(100, 3_000, _ -> 0.01);
        assertThat(found).isInstanceOf(Bracket.AtLeast.class);
        var least = (Bracket.AtLeast) found;
        assertThat(least.generatorLimited()).isTrue();
        assertThat(least.low()).isBetween(3_000 / BracketSearch.WIDTH, 3_000.0);
    }

    @Test
    void a_capacity_above_the_highest_rate_is_one_too() {
        assertThat(search(100, 1e7, _ -> 0.01)).isEqualTo(new Bracket.AtLeast(1e6, false));
    }

    @Test
    void a_generator_that_offers_no_rate_at_all_finds_nothing() {
        assertThat(search(100, 0, _ -> 0.01)).isEqualTo(new Bracket.NotMet(1));
    }
}
