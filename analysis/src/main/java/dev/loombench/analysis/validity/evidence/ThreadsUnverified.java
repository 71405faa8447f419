package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// It is unknown whether the expected threads ran a variant's requests.
///
/// @param notListed why its threads were not listed in the last such trial; empty where they were,
///   and where nothing is known of it
public record ThreadsUnverified(String variant, RequestThreads expected, Optional<String> notListed)
        implements EvidenceFinding, VariantFinding {
    public static final Kind KIND =
            new Kind(
                    "threads-unverified",
                    "a variant expects threads, and the observations do not show which ran its requests; with the reason why its threads were not listed",
                    "note");

    public static List<ThreadsUnverified> of(Experiment experiment, List<VariantTrials> variants) {
        var unverified = new ArrayList<ThreadsUnverified>();
        ThreadEvidence.expecting(experiment, variants, ThreadEvidence::leavesOpen)
                .forEach((trials, expected) ->
                        unverified.add(
                                new ThreadsUnverified(
                                        trials.variant(), expected, notListed(trials))));
        return unverified;
    }

    private static Optional<String> notListed(VariantTrials trials) {
        return trials.successful().stream()
                .flatMap(t -> t.observations().stream())
                .flatMap(o ->
                        o instanceof Unavailable u && u.subject().equals(ThreadDump.SUBJECT)
                                ? Stream.of(u.reason())
                                : Stream.<String>empty())
                .reduce((_, later) -> later);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the observations do not show whether its requests ran on %s%s"
                        .formatted(
                                UnexpectedThreads.words(expected),
                                notListed
                                        .map("; its threads were not listed: "::concat)
                                        .orElse("")),
                "its setting may have had no effect",
                notListed.isPresent()
                        ? "remove the reason why its threads were not listed"
                        : "use a load with more requests in flight");
    }
}
