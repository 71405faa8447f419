package dev.loombench.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Commands of the lab that are executed in this process, and what they print.
public abstract class CommandFixture {
    protected final StringWriter out = new StringWriter();
    protected final StringWriter err = new StringWriter();

    /// Executes a command of the lab.
    ///
    /// @return its exit code
    protected final int execute(String... words) {
        return RootCommand.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(words);
    }

    /// A command alone, without what the lab does around each.
    protected final CommandLine alone(Object command) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
    }

    /// What it printed so far, which is JSON.
    protected final JsonNode json() {
        return JsonMapper.shared().readTree(out.toString());
    }

    /// What it printed so far, without styles and on one line.
    protected final String output() {
        return out.toString().replaceAll("\u001b\\[[0-9;]*m", "").replaceAll("\\s+", " ");
    }
}
