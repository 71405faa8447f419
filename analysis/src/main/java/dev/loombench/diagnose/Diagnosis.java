package dev.loombench.diagnose;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.diagnose.rule.defect.DefectsAtWork;
import dev.loombench.finding.Severity;
import dev.loombench.observe.jvm.ListingCrash;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What is wrong with a JVM.
///
/// @param findings most important first; none of a healthy service
/// @param defects known defects that apply to its JDK and libraries and were not seen at work; none
///   where it has run no virtual threads, which all of them are about
public record Diagnosis(
        Target target, Evidence evidence, List<ServiceFinding> findings, List<Applicable> defects) {
    /// A JVM that is older has done what most do at their start.
    private static final Duration WARM_UP = Duration.ofSeconds(30);

    public Diagnosis {
        findings = List.copyOf(findings);
        defects = List.copyOf(defects);
    }

    static Diagnosis of(Target target, Evidence evidence, KnownDefects table) {
        return of(target, evidence, Rules.apply(evidence, table), table);
    }

    /// @param findings most important first
    static Diagnosis of(
            Target target, Evidence evidence, List<ServiceFinding> findings, KnownDefects table) {
        var libraries = evidence.application().used();
        var defects =
                evidence.carriers().used()
                        ? evidence.jvm()
                                .runtime()
                                .map(java -> table.of(java, libraries))
                                .orElse(List.of())
                        : List.<Applicable>of();
        return new Diagnosis(
                target,
                evidence,
                findings,
                defects.stream().filter(d -> !DefectsAtWork.isSeen(d, findings)).toList());
    }

    /// The age of a JVM whose warm-up was seen, when it was first seen: its code was still being
    /// compiled, and its pools filled. Empty where it was older, or its age is not known.
    public Optional<Duration> ageInWarmUp() {
        var window = evidence.window();
        var limit = window.compareTo(WARM_UP) > 0 ? window : WARM_UP;
        return target.age().filter(age -> age.compareTo(limit) < 0);
    }

    /// Whether virtual threads were listed although that may crash the JVM, which is done on
    /// request alone.
    public boolean listedOnRequest() {
        return evidence.threads().value().filter(list -> list.virtual() > 0).isPresent()
                && mayCrashWhileListed();
    }

    /// Whether a list of its virtual threads may crash the JVM.
    public boolean mayCrashWhileListed() {
        var version = evidence.jvm().version();
        return version.isEmpty() || ListingCrash.mayHappen(version.get().feature());
    }

    /// Whether a finding is at least as severe. A known defect is a note.
    public boolean reaches(Severity severity) {
        return findings.stream().anyMatch(f -> f.severity().isAtLeast(severity))
                || (!defects.isEmpty() && Severity.NOTE.isAtLeast(severity));
    }
}
