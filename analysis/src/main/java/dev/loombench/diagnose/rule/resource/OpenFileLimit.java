package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.proc.OpenFiles;
import java.util.List;
import java.util.Optional;

/// Open files and connections near their limit. At it a JVM cannot be attached to.
public final class OpenFileLimit {
    static final String ID = "open-files";

    /// The least share of the limit.
    private static final double NEAR = 0.9;

    static final Rule RULE =
            new Rule(
                    ID,
                    "open files and connections are near their limit",
                    "descriptors and their soft limit (`/proc/PID/fd`, `/proc/PID/limits`)",
                    "%s of the limit".formatted(percent(NEAR)),
                    "warning",
                    "getrlimit(2), `RLIMIT_NOFILE`",
                    Figures.class);

    private OpenFileLimit() {}

    record Figures(long open, long limit) {}

    public static Optional<ServiceFinding> in(Evidence evidence) {
        return evidence.openFiles()
                .filter(files -> files.open() >= NEAR * files.limit())
                .map(OpenFileLimit::finding);
    }

    private static ServiceFinding finding(OpenFiles files) {
        return ServiceFinding.of(
                RULE,
                Severity.WARNING,
                Confidence.HIGH,
                new FindingText(
                        "open files and connections take %s of their limit"
                                .formatted(percent((double) files.open() / files.limit())),
                        "at the limit the service accepts and opens no further connection, and opens no"
                                + " file",
                        "find what does not close them (ls -l /proc/PID/fd), or start the service with a"
                                + " higher limit (ulimit -n, LimitNOFILE of systemd)"),
                List.of("%,d of %,d".formatted(files.open(), files.limit())),
                0,
                new Figures(files.open(), files.limit()));
    }
}
