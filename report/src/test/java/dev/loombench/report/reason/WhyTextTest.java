package dev.loombench.report.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.bottleneck.HeldTime;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.server.ServerDiagnostics;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// 244/s of 20.4 ms for 50 users, of which 45 wait for one of five permits.
class WhyTextTest {
    private static final HeldTime SINGLE_USER = HeldTime.ofMean(0.0204);
    private static final Bound USERS = new Bound.Users(50, SINGLE_USER, 0);
    private static final Bound PERMITS =
            new Bound.Permits("Semaphore in shop.Svc.call", 5, SINGLE_USER);

    private static VariantSummary summary(Optional<ConcurrencyReason> reason, Bound... bounds) {
        var v = Analysis.of(SampleRun.manifest(), SampleRun.trials()).variants().getFirst();
        return new VariantSummary(
                v.variant(),
                v.counts(),
                v.throughput(),
                v.latency(),
                v.cost(),
                v.elapsed(),
                new BottleneckAnalysis(List.of(bounds), 244, Optional.empty(), reason),
                v.verdict(),
                v.diagnostics());
    }

    private static Optional<ConcurrencyReason> reason(Optional<PermitWait> permits) {
        var location =
                new WaitLocation(
                        "shop.Svc.call",
                        ThreadKind.VIRTUAL,
                        45,
                        Optional.empty(),
                        Optional.empty(),
                        permits);
        return Optional.of(
                new ConcurrencyReason(
                        Optional.of(location),
                        Optional.of(new RequestWaits(List.of(location), 0)),
                        OptionalInt.of(50),
                        Optional.of(new ImpliedConcurrency(244, 0.0204, Optional.empty())),
                        Optional.empty()));
    }

    private static Optional<PermitWait> fivePermits() {
        return Optional.of(
                new PermitWait(
                        Permits.Limit.SEMAPHORE,
                        Optional.of("shop.Svc.call"),
                        5,
                        true,
                        OptionalLong.of(55_000_000)));
    }

    @Test
    void a_bound_that_holds_and_the_waits_are_one_statement() {
        var summary = summary(reason(fivePermits()), PERMITS, USERS);
        assertThat(WhyText.brief(summary))
                .isEqualTo(
                        "bound by its Semaphore in shop.Svc.call: 5 permits / 20.4 ms = 245/s; measured 244/s; 45 of 50 requests wait in Svc.call for a permit of a Semaphore, of which about 5 are taken by a list that took 55.0 ms");
        assertThat(WhyText.of(summary)).startsWith("bound by its Semaphore in shop.Svc.call: 5 ");
    }

    @Test
    void where_requests_wait_stands_in_place_of_an_unknown_bound() {
        var summary = summary(reason(Optional.empty()), USERS);
        for (var text : List.of(WhyText.of(summary), WhyText.bound(summary))) {
            assertThat(text).contains("its users: 50 / 20.4 ms").doesNotContain("no known bound");
        }
        assertThat(WhyText.of(summary)).startsWith("45 of 50 requests wait in shop.Svc.call");
    }

    /// The trials of the sample have no list of threads.
    @Test
    void what_was_not_observed_is_said_with_what_would_observe_it() {
        var unseen = summary(Optional.empty(), USERS);
        assertThat(WhyText.brief(unseen))
                .contains("no known bound", "no list of its threads")
                .as("a program that may be no JVM")
                .doesNotContain("loombench inspect");
        assertThat(WhyText.brief(ofJvm(unseen))).contains("loombench inspect");
        var atOnce =
                new ConcurrencyReason(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(50),
                        Optional.of(new ImpliedConcurrency(244, 0.0204, Optional.empty())),
                        Optional.empty());
        var unlisted = summary(Optional.of(atOnce), USERS);
        for (var text :
                List.of(WhyText.of(unlisted), WhyText.brief(unlisted), WhyText.bound(unlisted))) {
            assertThat(text).contains("no list of its threads");
        }
        assertThat(WhyText.bound(unlisted))
                .as("how many, and not where")
                .contains("no known bound");
        assertThat(WhyText.brief(summary(Optional.empty(), PERMITS)))
                .doesNotContain("no list of its threads");
    }

    private static VariantSummary ofJvm(VariantSummary v) {
        var seen = v.diagnostics();
        return new VariantSummary(
                v.variant(),
                v.counts(),
                v.throughput(),
                v.latency(),
                v.cost(),
                v.elapsed(),
                v.bottleneck(),
                v.verdict(),
                new ServerDiagnostics(
                        seen.threads(),
                        seen.rampUp(),
                        seen.memory(),
                        seen.pinned(),
                        seen.gc(),
                        Optional.of("25.0.3")));
    }
}
