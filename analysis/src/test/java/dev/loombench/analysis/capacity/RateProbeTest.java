package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.capacity.RateProbe.Figures;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateProbeTest {
    private static RateProbe probe(
            Purpose purpose, double throughput, Outcome outcome, Optional<String> disturbance) {
        var figures = new Figures(1, 200, 0, throughput, 20_000_000, 69_000_000);
        return new RateProbe(1, "pool", 1, 1, purpose, 200, figures, 7.8, outcome, disturbance);
    }

    private static boolean isDoubtful(Purpose purpose, double throughput, Outcome outcome) {
        return probe(purpose, throughput, outcome, Optional.empty()).isDoubtful();
    }

    @Test
    void a_violation_while_the_server_keeps_pace_may_be_that_of_a_moment() {
        assertThat(isDoubtful(Purpose.BRACKET, 190, Outcome.OVER)).isTrue();
        assertThat(isDoubtful(Purpose.BRACKET, 200, Outcome.VIOLATED)).isTrue();
        assertThat(isDoubtful(Purpose.BRACKET, 189, Outcome.OVER)).as("a queue grows").isFalse();
        assertThat(isDoubtful(Purpose.BRACKET, 200, Outcome.MET)).isFalse();
        assertThat(isDoubtful(Purpose.CONFIRM, 200, Outcome.VIOLATED)).isFalse();
    }

    /// In a second at 200/s, 180 requests arrive by chance, which is 1.4 standard deviations fewer.
    @Test
    void a_server_that_answers_what_arrived_keeps_pace_however_few_arrived() {
        var few = bracket(new Figures(1, 180, 0, 175, 20_000_000, 69_000_000));
        assertThat(few.keepsPace()).isTrue();
        assertThat(few.isDoubtful()).isTrue();
    }

    /// All connections wait for a response, so that no request is sent.
    @Test
    void a_server_that_hangs_does_not_keep_pace() {
        assertThat(bracket(new Figures(1, 0, 0, 0, 0, 0)).keepsPace()).isFalse();
    }

    private static RateProbe bracket(Figures figures) {
        return new RateProbe(
                1,
                "pool",
                1,
                1,
                Purpose.BRACKET,
                200,
                figures,
                7.8,
                Outcome.VIOLATED,
                Optional.empty());
    }

    @Test
    void a_violation_may_be_anothers_except_the_generators_which_would_come_again() {
        var busy = Optional.of("cpu-contention-during");
        assertThat(probe(Purpose.CONFIRM, 100, Outcome.OVER, busy).isDoubtful()).isTrue();
        assertThat(probe(Purpose.CONFIRM, 200, Outcome.GENERATOR_LIMITED, busy).isDoubtful())
                .isFalse();
    }
}
