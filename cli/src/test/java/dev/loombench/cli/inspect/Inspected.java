package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loombench.cli.console.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An executed command line of `loombench inspect`.
record Inspected(int exitCode, String out, String err) {
    JsonNode json() {
        assertThat(out).as(err).startsWith("{");
        return JsonMapper.shared().readTree(out);
    }

    List<String> findings() {
        return json().path("findings").valueStream().map(f -> f.path("kind").asString()).toList();
    }

    List<String> defects() {
        return json().path("knownDefects").valueStream().map(f -> f.path("id").asString()).toList();
    }

    /// Requires one finding. None is inconclusive where other programs left the service less than a
    /// tenth of the time in which its threads would have run: beside the services of a test alone,
    /// it has more.
    void assertOnly(String kind) {
        if (findings().isEmpty()) {
            double waited = json().at("/container/runQueueSeconds").asDouble(0);
            double ran = json().at("/activity/cpuSeconds").asDouble(Double.MAX_VALUE);
            assumeThat(waited > 1 && waited > 9 * ran)
                    .as("it waited %.1f s for a processor, and ran %.1f s", waited, ran)
                    .isFalse();
        }
        assertThat(findings()).as(out).containsExactly(kind);
    }

    JsonNode finding(String kind) {
        return json().path("findings")
                .valueStream()
                .filter(f -> f.path("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no finding " + kind + " in " + out));
    }

    static Inspected by(String... words) {
        var out = new StringWriter();
        var err = new StringWriter();
        int code =
                new CommandLine(new InspectCommand())
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true))
                        .setExecutionExceptionHandler((e, line, _) -> {
                            line.getErr().println(e.getMessage());
                            return ExitCode.USAGE;
                        })
                        .execute(words);
        return new Inspected(code, out.toString(), err.toString());
    }
}
