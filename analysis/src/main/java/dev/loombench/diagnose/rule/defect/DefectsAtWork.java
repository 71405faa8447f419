package dev.loombench.diagnose.rule.defect;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.AppCalls;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.finding.Severity;
import java.util.List;
import java.util.stream.Stream;

/// Known defects whose calls are on the stacks of carriers: they do not only apply, they are at
/// work.
public final class DefectsAtWork {
    private static final String SYNCHRONIZED = "JEP-491";

    /// The least share of the stacks.
    static final double SHOWN_SHARE = 0.2;

    static final double CRITICAL_SHARE = 0.5;

    static final Rule RULE =
            new Rule(
                    "known-defect (by its id)",
                    "a defect of the JDK or a library is at work, or the JVM crashed by it",
                    "stacks of mounted virtual threads",
                    "the defect's calls are on %s of the stacks; critical from %s"
                            .formatted(percent(SHOWN_SHARE), percent(CRITICAL_SHARE)),
                    "warning",
                    "its row",
                    Figures.class);

    private DefectsAtWork() {}

    /// @param share of the stacks of carriers
    record Figures(double share) {}

    /// Whether a finding shows the defect: by its id, or pinned waits for the one of the JDK that
    /// pins them.
    public static boolean isSeen(Applicable applicable, List<ServiceFinding> findings) {
        var id = applicable.defect().id();
        return findings.stream()
                .anyMatch(f ->
                        f.id().equals(id)
                                || (id.equals(SYNCHRONIZED)
                                        && f.text()
                                                .remedy()
                                                .equals(HoldCause.PINNED.remedy(false))));
    }

    public static Stream<ServiceFinding> in(Evidence evidence, KnownDefects table) {
        var stacks =
                evidence.carriers()
                        .carried()
                        .map(Carried::frames)
                        .filter(frames -> !frames.isEmpty())
                        .toList();
        var libraries = evidence.application().libraries().value().orElse(List.of());
        return evidence.jvm().runtime().stream()
                .flatMap(java -> table.of(java, libraries).stream())
                .flatMap(defect -> finding(defect, stacks));
    }

    private static Stream<ServiceFinding> finding(
            Applicable applicable, List<List<String>> stacks) {
        var defect = applicable.defect();
        var shown = stacks.stream().filter(defect::isShownBy).toList();
        double share = stacks.isEmpty() ? 0 : (double) shown.size() / stacks.size();
        if (share < SHOWN_SHARE) {
            return Stream.empty();
        }
        return Stream.of(
                ServiceFinding.of(
                                RULE.withId(defect.id()),
                                share >= CRITICAL_SHARE ? Severity.CRITICAL : Severity.WARNING,
                                Confidence.HIGH,
                                new FindingText(
                                        "a known defect of %s is at work: %s"
                                                .formatted(applicable.subject(), defect.what()),
                                        "carriers spend their time in it",
                                        defect.remedy()),
                                List.of(
                                        "on %s of the stacks of carriers".formatted(percent(share)),
                                        defect.source()),
                                share,
                                new Figures(share))
                        .withFrames(AppCalls.mostFrequent(shown)));
    }
}
