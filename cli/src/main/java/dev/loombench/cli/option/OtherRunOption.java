package dev.loombench.cli.option;

import dev.loombench.cli.console.StatusLine;
import dev.loombench.report.Format;
import dev.loombench.run.OtherRun;
import dev.loombench.run.RunEvent;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option for what a command does where another run measures on the machine of the servers, or
/// of the load.
public final class OtherRunOption {
    /// Set by services for continuous integration, where a refusal would fail a build for no fault.
    private static final String CONTINUOUS_INTEGRATION = "CI";

    @Option(
            names = "--wait",
            negatable = true,
            description = {
                "Where another run measures on this machine: --wait starts when it has ended, --no-wait"
                        + " starts now, and the result is invalid. Default: start nothing; where the"
                        + " environment variable CI is set, wait."
            })
    private @Nullable Boolean wait;

    public OtherRun chosen() {
        return chosen(System.getenv());
    }

    OtherRun chosen(Map<String, String> environment) {
        if (wait == null) {
            var value = environment.getOrDefault(CONTINUOUS_INTEGRATION, "");
            return List.of("", "0", "false").contains(value) ? OtherRun.REFUSE : OtherRun.WAIT;
        }
        return wait ? OtherRun.WAIT : OtherRun.MEASURE;
    }

    /// Shows the progress of the wait; without a terminal, a line at its start.
    public static void show(RunEvent.Waiting waiting, StatusLine status, PrintWriter out) {
        var text = text(waiting);
        status.show(text);
        if (!status.isLive() && waiting.elapsed().isZero()) {
            out.println(text);
        }
    }

    /// That it is not known whether another run measures.
    public static String text(RunEvent.OthersUnknown unknown) {
        return "cannot detect whether another run measures on this machine: "
                + Format.plain(unknown.reason());
    }

    /// The progress of the wait.
    public static String text(RunEvent.Waiting waiting) {
        return "%s; waiting until it has ended%s"
                .formatted(
                        waiting.other(),
                        waiting.elapsed().isZero()
                                ? ""
                                : ", for " + Format.rough(waiting.elapsed()));
    }
}
