package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.WrittenTable;
import dev.loombench.diagnose.rule.LookAlikes.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the rules take for a wait by intention, beside the faults that look like it.
class ToldApartTest {
    private static List<LookAlikes> pairs() throws IOException {
        return LookAlikes.all();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void a_fault_is_told_from_the_healthy_service_that_looks_like_it(LookAlikes pair) {
        assertThat(pair.outcome()).isEqualTo(pair.stated());
    }

    @Test
    void the_page_has_the_pairs_and_how_many_are_told_apart() throws IOException {
        var pairs = pairs();
        WrittenTable.assertIn(
                "docs/inspect/limits.md",
                counts(pairs)
                        + "\n"
                        + WrittenTable.of(
                                List.of("about", "healthy", "faulty", "finding", "told apart"),
                                pairs.stream().map(ToldApartTest::row).toList()));
    }

    private static String counts(List<LookAlikes> pairs) {
        Map<Outcome, Long> counts =
                pairs.stream()
                        .collect(
                                Collectors.groupingBy(LookAlikes::outcome, Collectors.counting()));
        long missed = counts.getOrDefault(Outcome.MISSED, 0L);
        long alarms = counts.getOrDefault(Outcome.FALSE_ALARM, 0L);
        return String.format(
                Locale.ROOT,
                "%d of %d pairs are told apart. %d faults are missed (%.0f %%), and %d healthy services have a finding (%.0f %%).\n",
                counts.getOrDefault(Outcome.TOLD_APART, 0L),
                pairs.size(),
                missed,
                100.0 * missed / pairs.size(),
                alarms,
                100.0 * alarms / pairs.size());
    }

    private static List<String> row(LookAlikes pair) {
        return List.of(
                pair.rule(),
                pair.healthy(),
                pair.faulty(),
                "`" + pair.finding() + "`",
                pair.stated().label());
    }
}
