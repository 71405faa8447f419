package dev.loombench.diagnose.rule.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.ClassHistogram.Count;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The largest heap has 1,024 MiB, of which 5 % are 51.2 MiB; the observation took 30 s.
class HeapGrowthTest {
    private static final long MIB = 1 << 20;

    private static ClassHistogram histogram(long orders, long orderMiB, long shopMiB) {
        return new ClassHistogram(
                Map.of(
                        "[B", new Count(orders, orderMiB * MIB),
                        "com.example.Shop", new Count(1, shopMiB * MIB)));
    }

    private static List<ServiceFinding> findings(ClassHistogram before, ClassHistogram after) {
        return Rules.apply(
                new SampleEvidence().histogramBefore(before).histogram(after).evidence(),
                KnownDefects.load());
    }

    @Test
    void what_lives_and_grows_is_named_by_its_class() {
        var findings = findings(histogram(100, 200, 100), histogram(1_100, 300, 101));
        assertThat(findings).hasSize(1);
        var finding = findings.getFirst();
        assertThat(finding.id()).isEqualTo(HeapGrowth.ID);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message())
                .isEqualTo("the heap that lives grew by 101 MiB in 30 s, to 401 MiB of 1,024 MiB");
        // 623 MiB are left, at 101 MiB in 30 s
        assertThat(finding.text().impact())
                .isEqualTo("at this rate the heap is full in about 3 minutes");
        assertThat(finding.evidence())
                .containsExactly(
                        "byte[]: 100 MiB more in 1,000 more objects",
                        "com.example.Shop: 1 MiB more in larger objects");
    }

    @ParameterizedTest
    @CsvSource({"51, 0", "52, 1"})
    void a_small_growth_is_none(long grownMiB, int expected) {
        assertThat(findings(histogram(1, 100, 0), histogram(1, 100 + grownMiB, 0)))
                .hasSize(expected);
    }

    @Test
    void what_was_counted_once_shows_no_growth() {
        assertThat(
                        Rules.apply(
                                new SampleEvidence().histogram(histogram(1, 900, 0)).evidence(),
                                KnownDefects.load()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "[B, byte[]",
        "[[J, long[][]",
        "[Lcom.example.Shop;, com.example.Shop[]",
        "com.example.Shop, com.example.Shop"
    })
    void arrays_have_the_names_of_the_language(String type, String name) {
        assertThat(HeapGrowth.name(type)).isEqualTo(name);
    }
}
