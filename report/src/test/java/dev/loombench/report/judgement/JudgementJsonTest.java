package dev.loombench.report.judgement;

import static dev.loombench.SampleJudgement.PAIRED;
import static dev.loombench.SampleJudgement.jmh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.judge.Judgement;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementJsonTest {
    private static final String BENCHMARK = "a.B.c";

    /// Ratios of 1e-60 and 1e60: ± 12.706 * 138.2 on a logarithmic scale, and the largest double is
    /// exp(709.8). JSON has no number for its end.
    @Test
    void an_interval_without_an_upper_end_is_left_out() {
        assertThat(ratioIsKnown(1e-30, 1e30)).isFalse();
        assertThat(ratioIsKnown(0.95, 1.05)).isTrue();
    }

    /// Of two pairs, in which base and head have both times in turn.
    private static boolean ratioIsKnown(double one, double other) {
        var base = List.of(jmh("base-1", BENCHMARK, one), jmh("base-2", BENCHMARK, other));
        var head = List.of(jmh("head-1", BENCHMARK, other), jmh("head-2", BENCHMARK, one));
        var json = JudgementJson.of(Judgement.of(base, head, PAIRED));
        return json.comparisons().getFirst().ratio().isPresent();
    }
}
