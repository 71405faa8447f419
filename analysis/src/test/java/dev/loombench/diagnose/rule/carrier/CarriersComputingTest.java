package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriersComputingTest {
    @Test
    void virtual_threads_that_stay_on_computing_carriers_monopolize_them() {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0.6, 0.4))
                                .stacks(SampleEvidence.held(SHOP)));
        assertThat(finding.id()).isEqualTo(CarriersComputing.MONOPOLIZED);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 virtual threads compute without a pause on 2 carriers while 46 virtual"
                                + " threads wait for one");
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    @Test
    void carriers_that_compute_in_turns_are_busy_or_starved() {
        var passing = SampleEvidence.passing(SHOP);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.9, 0.1))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.BUSY);
        assertThat(
                        only(new SampleEvidence()
                                        .history(SampleEvidence.history(2, 46, 0.3, 0.6))
                                        .stacks(passing))
                                .id())
                .isEqualTo(CarriersComputing.STARVED);
    }

    /// Each pair of moments 250 ms apart, with 5 s between the pairs.
    ///
    /// @param kept pairs of six in which both virtual threads stay
    private static List<CarrierStacks> pairs(int kept) {
        var moments = new ArrayList<CarrierStacks>();
        for (int i = 0; i < 6; i++) {
            moments.add(moment(5_250L * i, 10 * i));
            moments.add(moment(5_250L * i + 250, i < kept ? 10 * i : 10 * i + 5));
        }
        return moments;
    }

    private static CarrierStacks moment(long millis, int first) {
        var call = first % 10 == 0 ? "com.example.Shop.valid(Shop.java:5)" : SHOP;
        return new CarrierStacks(
                1_000_000 * millis,
                List.of(
                        new Carried(101, first, List.of(call)),
                        new Carried(102, first + 1, List.of(call))));
    }

    /// By the pairs, of which each shows two turns.
    @ParameterizedTest
    @CsvSource({
        "0, 'all carriers compute in turns of less than 250 ms while'",
        "1, 'all carriers compute while'",
        "2, 'all carriers compute while'",
        "3, 'all carriers compute, most of the time in turns of 250 ms or more while'"
    })
    void the_length_of_turns_is_told_where_it_was_seen(int kept, String message) {
        var busy = SampleEvidence.history(2, 21, 0.6, 0.4);
        var finding = only(new SampleEvidence().history(busy).stacks(pairs(kept)));
        assertThat(finding.id()).isEqualTo(CarriersComputing.BUSY);
        assertThat(finding.text().message()).startsWith(message);
        assertThat(finding.evidence()).hasSize(kept < 3 ? 1 : 2);
        if (kept == 3) {
            assertThat(finding.frames()).containsExactly("com.example.Shop.valid(Shop.java:5)");
        }
    }

    @Test
    void calls_that_keep_starved_carriers_are_named() {
        var starved = SampleEvidence.history(2, 21, 0.3, 0.7);
        var finding = only(new SampleEvidence().history(starved).stacks(pairs(6)));
        assertThat(finding.id()).isEqualTo(CarriersComputing.STARVED);
        assertThat(finding.frames()).containsExactly("com.example.Shop.valid(Shop.java:5)");
    }

    private static String remedyOfHeld(String... frames) {
        return only(new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.6, 0.4))
                        .stacks(SampleEvidence.held(frames)))
                .text()
                .remedy();
    }

    /// Not what it calls, as for the replacement of a match.
    @Test
    void a_regular_expression_that_keeps_carriers_is_to_be_rewritten() {
        var match = "java.util.regex.Pattern$Loop.match(java.base@25.0.4/Pattern.java:4950)";
        assertThat(remedyOfHeld(match, SHOP)).contains("regular expression");
        assertThat(remedyOfHeld(SHOP)).doesNotContain("regular expression");
        var replace = "java.util.regex.Matcher.replaceAll(java.base@25.0.4/Matcher.java:1195)";
        assertThat(remedyOfHeld(SHOP, replace, "com.example.Shop.mask(Shop.java:40)"))
                .doesNotContain("regular expression");
    }

    /// Two carriers without a queue, each with a virtual thread in one call at four moments.
    ///
    /// @param ran share of each carrier's time on a processor
    private static SampleEvidence beside(double ran, double waited) {
        return new SampleEvidence()
                .history(SampleEvidence.history(2, 0, ran, waited))
                .stacks(SampleEvidence.held(SHOP));
    }

    @Test
    void virtual_threads_that_keep_their_carriers_are_named_although_none_waits_for_one() {
        var finding = only(beside(0.5, 0.41));
        assertThat(finding.id()).isEqualTo(CarriersComputing.MONOPOLIZED);
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.text().message())
                .isEqualTo(
                        "2 virtual threads have computed for 30 s in one call each, on as many of 2 carriers");
        assertThat(finding.evidence())
                .containsExactly(
                        "in this call on the same carrier at all 4 moments; on a processor for 50 % of the time, in the run queue for 41 %");
        assertThat(finding.frames()).containsExactly(SHOP);
        assertThat(findings(beside(0.5, 0.39))).as("they wait now and then").isEmpty();
        assertThat(findings(beside(0.5, 0.41).stacks(SampleEvidence.passing(SHOP))))
                .as("others each time")
                .isEmpty();
    }

    /// The machine is so busy that it computes for a hundredth of the 30 s.
    @Test
    void one_that_mostly_waits_for_a_processor_keeps_its_carrier_too() {
        var finding = only(beside(0.01, 0.98));
        assertThat(finding.id()).isEqualTo(CarriersComputing.MONOPOLIZED);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(findings(beside(0.001, 0.99))).as("30 ms").isEmpty();
    }

    /// In files what is not on a processor counts as in the run queue, and may be a wait in native
    /// code.
    @Test
    void without_the_time_in_the_run_queue_only_that_on_a_processor_counts() {
        assertThat(findings(beside(0.06, 0.94).withoutRunQueue())).isEmpty();
        assertThat(findings(beside(0.89, 0.11).withoutRunQueue())).isEmpty();
        assertThat(only(beside(0.91, 0.09).withoutRunQueue()).evidence())
                .containsExactly(
                        "in this call on the same carrier at all 4 moments; on a processor for 91 % of the time");
    }

    @Test
    void a_virtual_thread_in_changing_calls_is_not_named() {
        var moments = new ArrayList<>(SampleEvidence.held(SHOP));
        moments.set(1, SampleEvidence.held("com.example.Shop.pay(Shop.java:40)").getFirst());
        assertThat(findings(beside(0.95, 0).stacks(moments))).isEmpty();
    }
}
