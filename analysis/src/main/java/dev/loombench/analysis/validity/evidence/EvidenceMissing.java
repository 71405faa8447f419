package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.List;
import java.util.stream.Stream;

/// Something could not be observed.
public record EvidenceMissing(String observer, String subject, String reason)
        implements EvidenceFinding {
    public static final Kind KIND =
            new Kind("evidence-missing", "any missing observation", "information");

    /// One finding for all trials with the same reason.
    public static List<EvidenceMissing> of(List<VariantTrials> variants) {
        return variants.stream()
                .flatMap(EvidenceMissing::unavailable)
                .map(u -> new EvidenceMissing(u.observer(), u.subject(), u.reason()))
                .distinct()
                .toList();
    }

    /// One thread dump is enough for a variant: it is missing only where no trial has one.
    private static Stream<Unavailable> unavailable(VariantTrials trials) {
        var observations =
                trials.successful().stream().flatMap(t -> t.observations().stream()).toList();
        boolean dumped = observations.stream().anyMatch(ThreadDump.class::isInstance);
        return observations.stream()
                .filter(Unavailable.class::isInstance)
                .map(o -> (Unavailable) o)
                .filter(u -> !(dumped && u.subject().equals(ThreadDump.SUBJECT)));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s could not be observed by %s: %s".formatted(subject, observer, reason),
                "the figures that depend on it are missing",
                "see docs/method.md for what each observer needs");
    }
}
