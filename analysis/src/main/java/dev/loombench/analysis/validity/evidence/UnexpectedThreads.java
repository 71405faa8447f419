package dev.loombench.analysis.validity.evidence;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.Observation.Libraries;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Other threads than expected ran a variant's requests, so its setting had no effect.
///
/// @param alike other variants with the same threads
/// @param jdk feature release of its JVM, as in 25; empty where it was not observed
public record UnexpectedThreads(
        String variant, RequestThreads expected, List<String> alike, OptionalInt jdk)
        implements EvidenceFinding, VariantFinding {
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4})\\b.*");

    /// JEP 444.
    private static final int FIRST_WITH_VIRTUAL = 21;

    public static final Kind KIND =
            new Kind(
                    "unexpected-threads",
                    "the requests of a variant ran on other threads than it expects",
                    "invalid");

    public UnexpectedThreads {
        alike = List.copyOf(alike);
    }

    public static List<UnexpectedThreads> of(Experiment experiment, List<VariantTrials> variants) {
        var unexpected = new ArrayList<UnexpectedThreads>();
        ThreadEvidence.expecting(experiment, variants, ThreadEvidence::contradicts)
                .forEach((trials, expected) ->
                        unexpected.add(
                                new UnexpectedThreads(
                                        trials.variant(),
                                        expected,
                                        alike(trials, expected.other(), variants),
                                        jdk(trials))));
        return unexpected;
    }

    private static OptionalInt jdk(VariantTrials trials) {
        return trials.successful().stream()
                .flatMap(t -> t.observations().stream())
                .flatMap(o ->
                        o instanceof Libraries libraries
                                ? Stream.of(FEATURE.matcher(libraries.java().release()))
                                : Stream.<Matcher>empty())
                .filter(Matcher::matches)
                .mapToInt(feature -> Integer.parseInt(feature.group(1)))
                .reduce((_, later) -> later);
    }

    private static List<String> alike(
            VariantTrials trials, RequestThreads kind, List<VariantTrials> variants) {
        return variants.stream()
                .filter(other -> !other.variant().equals(trials.variant()))
                .filter(other ->
                        ThreadEvidence.of(other).shown().filter(k -> k == kind).isPresent())
                .map(VariantTrials::variant)
                .toList();
    }

    @Override
    public FindingText words(LongerRun longer) {
        var actual = words(expected.other());
        return new FindingText(
                "its requests ran on %s, where %s were expected: the setting had no effect%s"
                        .formatted(
                                actual,
                                words(expected),
                                alike.isEmpty()
                                        ? ""
                                        : "; %s ran on %s too"
                                                .formatted(String.join(", ", alike), actual)),
                "the comparison does not show what the setting would change",
                remedy());
    }

    /// Only an older JVM, or an unknown one, lacks virtual threads.
    private String remedy() {
        boolean virtual = expected == RequestThreads.VIRTUAL;
        int feature = jdk.orElse(0);
        if (virtual && feature > 0 && feature < FIRST_WITH_VIRTUAL) {
            return "use JDK %d or later: its JVM, JDK %d, has no virtual threads"
                    .formatted(FIRST_WITH_VIRTUAL, feature);
        }
        return "check that the service reads the setting: the version of the framework, an executor of its own"
                + (virtual && feature == 0
                        ? ", and whether its JVM has virtual threads (JDK %d or later)"
                                .formatted(FIRST_WITH_VIRTUAL)
                        : "");
    }

    /// `virtual threads`.
    static String words(RequestThreads threads) {
        return threads.label().replace('-', ' ');
    }
}
