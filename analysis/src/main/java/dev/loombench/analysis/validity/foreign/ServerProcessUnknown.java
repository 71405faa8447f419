package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;

/// Results of a load generator, which do not tell one process of the server from another.
public record ServerProcessUnknown(String tool) implements ForeignFinding {
    public static final Kind KIND =
            new Kind(
                    "server-process-unknown",
                    "`judge`: the tool measures a server that it did not start",
                    "information");

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the results of %s do not show whether each load had a fresh process of the server"
                        .formatted(tool),
                "loads of one process agree more than processes do, so an interval may be too narrow",
                "start the server again before each load; loombench compare does");
    }
}
