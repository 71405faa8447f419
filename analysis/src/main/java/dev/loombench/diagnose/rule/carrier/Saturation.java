package dev.loombench.diagnose.rule.carrier;

import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import java.util.Locale;
import java.util.OptionalDouble;

/// Whether virtual threads lacked carriers.
public final class Saturation {
    /// The least share of the time in which every carrier had a virtual thread while others waited:
    /// a burst is shorter.
    static final double SATURATED_SHARE = 0.5;

    /// The JDK's own limit, unless it is set ([Setting#MOST_CARRIERS]).
    private static final long MOST_CARRIERS = 256;

    private Saturation() {}

    public static boolean holds(CarrierHistory history) {
        return history.saturatedShare() >= SATURATED_SHARE;
    }

    /// The share of the carriers' time, while they were saturated, that was blocked: without the
    /// time for which a quota stopped threads, which are then neither on a processor nor, by the
    /// account of some kernels, in the run queue. Empty where it is not known.
    static OptionalDouble blockedShare(CarrierHistory history, Evidence evidence) {
        var times = history.timesWhileSaturated();
        double stopped =
                evidence.container()
                        .value()
                        .map(ContainerUse::throttledShare)
                        .orElse(OptionalDouble.empty())
                        .orElse(0);
        long carriers = Math.max(1, history.samples().getLast().carriers());
        return times.isKnown()
                ? OptionalDouble.of(Math.max(0, times.blocked() - stopped / carriers))
                : OptionalDouble.empty();
    }

    /// The setting that adds carriers, at least as many again.
    static Setting moreCarriers(CarrierHistory history, long more) {
        return moreCarriers(history.samples().getLast().parallelism(), more);
    }

    /// @param present number of carriers
    static Setting moreCarriers(long present, long more) {
        return new Setting(
                Setting.CARRIERS,
                present,
                Math.min(MOST_CARRIERS, present + Math.max(present, more)));
    }

    /// The same finding; where the command line limits the carriers to fewer than its setting, that
    /// limit is to be raised too.
    static ServiceFinding withLimit(ServiceFinding finding, Evidence evidence) {
        var limit = evidence.application().configured().systemProperty(Setting.MOST_CARRIERS);
        return finding.setting().isPresent()
                        && limit.isPresent()
                        && limit.getAsLong() < finding.setting().get().proposed()
                ? finding.andRemedy(
                        "more carriers also need a higher limit of them than -D%s=%d"
                                .formatted(Setting.MOST_CARRIERS, limit.getAsLong()))
                : finding;
    }

    /// ` while 46 virtual threads wait for one`; empty where the number is unknown.
    static String queue(CarrierHistory history) {
        var queued = history.typicalQueued();
        return queued.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        " while %,d virtual thread%s for one",
                        queued.getAsLong(),
                        queued.getAsLong() == 1 ? " waits" : "s wait");
    }
}
