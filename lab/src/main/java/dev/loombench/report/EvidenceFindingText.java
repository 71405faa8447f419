package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.EvidenceFinding;
import dev.loombench.analysis.validity.EvidenceFinding.ConditionsDiffer;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceLost;
import dev.loombench.analysis.validity.EvidenceFinding.EvidenceMissing;
import dev.loombench.analysis.validity.EvidenceFinding.Incomplete;
import dev.loombench.analysis.validity.EvidenceFinding.SameProcess;
import dev.loombench.analysis.validity.EvidenceFinding.SharedBackends;
import dev.loombench.analysis.validity.EvidenceFinding.ThreadsUnverified;
import dev.loombench.analysis.validity.EvidenceFinding.TrialsFailed;
import dev.loombench.analysis.validity.EvidenceFinding.UnexpectedThreads;
import dev.loombench.spec.RequestThreads;

/// Findings about missing evidence, in words.
final class EvidenceFindingText {
    /// JEP 444.
    private static final int FIRST_WITH_VIRTUAL = 21;

    private EvidenceFindingText() {}

    static FindingText of(EvidenceFinding finding) {
        return switch (finding) {
            case TrialsFailed(var variant, var failed, var ended, var reason) ->
                    new FindingText(
                            "%s: %d of %d trials failed; the last: %s"
                                    .formatted(variant, failed, ended, reason),
                            "the successful trials do not represent a server that sometimes fails",
                            "see server.log in the trial's folder");
            case Incomplete(var finished, var planned) ->
                    new FindingText(
                            "%d of %d planned trials have ended".formatted(finished, planned),
                            "fewer trials, wider intervals",
                            "run --resume with this folder");
            case EvidenceLost(var file, var problem) ->
                    new FindingText(
                            "%s is damaged, and its trial is left out: %s".formatted(file, problem),
                            "fewer trials, wider intervals; other files may be damaged too",
                            "run --resume with this folder measures the trial again");
            case EvidenceMissing(var observer, var subject, var reason) ->
                    new FindingText(
                            "%s could not be observed by %s: %s"
                                    .formatted(subject, observer, reason),
                            "the figures that depend on it are missing",
                            "see docs/method.md for what each observer needs");
            case ConditionsDiffer(var keys) ->
                    new FindingText(
                            "the variants differ in server or model, and also in %s"
                                    .formatted(names(keys)),
                            "any of these may cause a difference between them",
                            "set the same for every variant, or run a separate experiment");
            case SameProcess(var variants) ->
                    new FindingText(
                            "%s already ran: all trials of a variant are rounds of the same process"
                                    .formatted(names(variants)),
                            "the result holds for these processes only: its intervals leave out differences between starts (JIT compilation, memory layout), and state may carry over from round to round",
                            "let the lab start the services by their commands, a process per trial");
            case SharedBackends(var backends) ->
                    new FindingText(
                            "the variants of a block use the same backends (%s)"
                                    .formatted(names(backends)),
                            "data and connections that one variant leaves there affect the others",
                            "set per: process, or mode: sequential with per: block, in the file");
            case UnexpectedThreads unexpected -> unexpected(unexpected);
            case ThreadsUnverified(var variant, var expected, var notListed) ->
                    new FindingText(
                            "%s: the observations do not show whether its requests ran on %s%s"
                                    .formatted(
                                            variant,
                                            words(expected),
                                            notListed
                                                    .map("; its threads were not listed: "::concat)
                                                    .orElse("")),
                            "its setting may have had no effect",
                            notListed.isPresent()
                                    ? "remove the reason why its threads were not listed"
                                    : "use a load with more requests in flight");
        };
    }

    private static FindingText unexpected(UnexpectedThreads finding) {
        var actual = words(finding.expected().other());
        return new FindingText(
                "%s: its requests ran on %s, where %s were expected: the setting had no effect%s"
                        .formatted(
                                finding.variant(),
                                actual,
                                words(finding.expected()),
                                finding.alike().isEmpty()
                                        ? ""
                                        : "; %s ran on %s too"
                                                .formatted(names(finding.alike()), actual)),
                "the comparison does not show what the setting would change",
                settingRemedy(finding));
    }

    /// Only an older JVM, or an unknown one, lacks virtual threads.
    private static String settingRemedy(UnexpectedThreads finding) {
        boolean virtual = finding.expected() == RequestThreads.VIRTUAL;
        int jdk = finding.jdk().orElse(0);
        if (virtual && jdk > 0 && jdk < FIRST_WITH_VIRTUAL) {
            return "use JDK %d or later: its JVM, JDK %d, has no virtual threads"
                    .formatted(FIRST_WITH_VIRTUAL, jdk);
        }
        return "check that the service reads the setting: the version of the framework, an executor of its own"
                + (virtual && jdk == 0
                        ? ", and whether its JVM has virtual threads (JDK %d or later)"
                                .formatted(FIRST_WITH_VIRTUAL)
                        : "");
    }

    /// `virtual threads`.
    private static String words(RequestThreads threads) {
        return threads.label().replace('-', ' ');
    }
}
