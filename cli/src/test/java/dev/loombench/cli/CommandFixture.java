package dev.loombench.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
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

    /// What it printed so far, which is JSON.
    protected final JsonNode json() {
        return JsonMapper.shared().readTree(out.toString());
    }

    /// What it printed so far, without styles and on one line.
    protected final String output() {
        return out.toString().replaceAll("\u001b\\[[0-9;]*m", "").replaceAll("\\s+", " ");
    }
}
