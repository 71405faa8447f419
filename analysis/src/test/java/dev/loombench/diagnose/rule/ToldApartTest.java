package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.WrittenTable;
import dev.loombench.diagnose.rule.LookAlikes.Outcome;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
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
        var counts = new EnumMap<Outcome, Integer>(Outcome.class);
        pairs.forEach(pair -> counts.merge(pair.stated(), 1, Integer::sum));
        int missed = counts.getOrDefault(Outcome.MISSED, 0);
        int alarms = counts.getOrDefault(Outcome.FALSE_ALARM, 0);
        return String.format(
                Locale.ROOT,
                "%d of %d pairs are told apart; %d faults have a note, %d are named as not observed, and %d are missed (%.0f %%);\n%d healthy services have a finding (%.0f %%).\n",
                counts.getOrDefault(Outcome.TOLD_APART, 0),
                pairs.size(),
                counts.getOrDefault(Outcome.NOTE, 0),
                counts.getOrDefault(Outcome.NOT_OBSERVED, 0),
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
