package dev.loombench.diagnose.rule.carrier;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CarriersBlockedTest {
    @ParameterizedTest
    @CsvSource({
        "java.io.FileInputStream.readBytes(Native Method), FILE_IO, com.example.Shop.order(Shop.java:30)",
        "sun.nio.ch.UnixFileDispatcherImpl.read0(Native Method), FILE_IO, com.example.Shop.order(Shop.java:30)",
        "java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method), NAME_LOOKUP, com.example.Shop.order(Shop.java:30)",
        "com.example.Driver.poll(Native Method), NATIVE_CODE, com.example.Driver.poll(Native Method) called by com.example.Shop.order(Shop.java:30)",
        "com.example.Driver.poll(Driver.java:7), NATIVE_CODE, com.example.Driver.poll(Driver.java:7) called by com.example.Shop.order(Shop.java:30)",
        "jdk.internal.misc.Unsafe.park(Native Method), PINNED, com.example.Shop.order(Shop.java:30)"
    })
    void blocked_carriers_are_found_with_the_cause_on_their_stacks(
            String top, HoldCause cause, String call) {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                                .stacks(SampleEvidence.passing(top, SHOP)));
        assertThat(finding.id()).isEqualTo(CarriersBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
        assertThat(figure(finding, "blocked")).isEqualTo(2);
        assertThat(figure(finding, "carriers")).isEqualTo(2);
        assertThat(figure(finding, "queued")).isEqualTo(46);
        assertThat(finding.text().message()).contains(cause.where());
        assertThat(finding.frames()).containsExactly(call);
        assertThat(finding.setting().orElseThrow().proposed())
                .as("2 carriers and one per waiting thread")
                .isEqualTo(48);
    }

    @Test
    void a_limit_that_forbids_more_carriers_is_to_be_raised_too() {
        var blocked =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.05, 0.01))
                        .stacks(SampleEvidence.passing("com.example.Lib.f(Native Method)", SHOP));
        var limit = "-Djdk.virtualThreadScheduler.maxPoolSize=";
        assertThat(only(blocked.words("java", limit + 9, limit + 2)).text().remedy())
                .endsWith(limit + 2);
        assertThat(only(blocked.words("java", limit + 48)).text().remedy())
                .doesNotContain("maxPoolSize");
    }

    @Test
    void a_class_initialiser_on_the_stack_is_the_cause_whatever_it_does() {
        var finding =
                only(
                        new SampleEvidence()
                                .history(SampleEvidence.history(2, 46, 0, 0))
                                .stacks(
                                        SampleEvidence.held(
                                                "jdk.internal.misc.Unsafe.park(Native Method)",
                                                "com.example.Config.<clinit>(Config.java:9)",
                                                SHOP)));
        assertThat(finding.text().message()).contains(HoldCause.CLASS_INITIALISER.where());
        assertThat(finding.frames())
                .containsExactly("com.example.Config.<clinit>(Config.java:9) called by " + SHOP);
    }

    @Test
    void carriers_that_are_blocked_without_a_stack_are_found_with_less_confidence() {
        var finding = only(new SampleEvidence().history(SampleEvidence.history(2, 46, 0.05, 0.01)));
        assertThat(finding.id()).isEqualTo(CarriersBlocked.ID);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    /// It is printed of the carrier, also where the frames of the virtual thread are not.
    @Test
    void before_jdk_24_an_awaited_initialiser_shows_why_carriers_are_blocked() {
        var finding =
                only(
                        new SampleEvidence()
                                .version("21.0.8+9")
                                .history(SampleEvidence.history(2, 46, 0.05, 0))
                                .stacks(SampleEvidence.held("Shop.<clinit>(in another thread)")));
        assertThat(finding.text().message()).contains(HoldCause.CLASS_INITIALISER.where());
    }

    /// Before JDK 24 stacks are sampled: a thread that ran at one time may be blocked at another.
    @Test
    void before_jdk_24_only_a_sampled_native_method_shows_why_carriers_are_blocked() {
        var blocked =
                new SampleEvidence()
                        .version("21.0.8+9")
                        .history(SampleEvidence.history(2, 46, 0.05, 0));
        var ran = only(blocked.stacks(SampleEvidence.held(SHOP)));
        assertThat(ran.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(ran.text().remedy()).contains("synchronized");

        var lookup = "java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)";
        var waited = only(blocked.stacks(SampleEvidence.held(lookup, SHOP)));
        assertThat(waited.text().message()).contains(HoldCause.NAME_LOOKUP.where());
        assertThat(waited.frames()).containsExactly(SHOP);
    }

    @Test
    void recorded_pinned_waits_explain_blocked_carriers_where_they_take_most_of_the_time() {
        var wait = new PinnedWaitGroup(900, 50_000_000_000L, List.of(SHOP));
        var pinned = new Pinned("attach", 900, wait.nanos(), 1, List.of(wait));
        var finding =
                only(
                        new SampleEvidence()
                                .version("21.0.8+9")
                                .history(SampleEvidence.history(2, 46, 0.05, 0))
                                .stacks(SampleEvidence.held("com.example.Tls.read(Native Method)"))
                                .pinned(pinned));
        assertThat(finding.text().message()).contains(HoldCause.PINNED.where());
        assertThat(finding.text().remedy()).contains("JDK 24");
        assertThat(finding.frames()).containsExactly(SHOP);
    }

    /// More carriers would not run them either.
    @Test
    void virtual_threads_that_no_free_carrier_runs_are_named() {
        var finding = only(new SampleEvidence().history(SampleEvidence.history(0, 46, 0.01, 0)));
        assertThat(finding.id()).isEqualTo(CarriersBlocked.ID);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(figure(finding, "queued")).isEqualTo(46);
        assertThat(finding.setting()).isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(0, 2, 0.01, 0))))
                .as("as many wait at moments of any load")
                .isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(0, 46, 0.06, 0))))
                .as("they run")
                .isEmpty();
    }

    @Test
    void idle_carriers_and_a_short_queue_are_no_fault() {
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(0, 0, 0, 0))))
                .isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(2, 0, 0, 0))))
                .as("blocked carriers that no thread waits for")
                .isEmpty();
        assertThat(findings(new SampleEvidence().history(SampleEvidence.history(1, 3, 0.2, 0))))
                .as("a free carrier")
                .isEmpty();
    }
}
