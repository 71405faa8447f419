package dev.loombench.cli.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.mcp.CommandProcess.Ended;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The result of a call: what the command printed, and what its exit code says. An invalid or
/// undecided result is an answer, and no error.
///
/// @param structuredContent the document in JSON, where the call asked for it
record ToolResult(
        List<Content> content,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<JsonNode> structuredContent,
        boolean isError) {
    private static final Set<Integer> ANSWERS =
            Set.of(ExitCode.OK, ExitCode.INVALID, ExitCode.UNDECIDED, ExitCode.THRESHOLD);

    private static final String OURS = "loombench: ";

    /// A text, as all contents here are.
    record Content(String type, String text) {
        Content(String text) {
            this("text", text);
        }
    }

    static ToolResult error(String message) {
        return new ToolResult(List.of(new Content(message)), Optional.empty(), true);
    }

    /// @param json whether the command printed JSON
    /// @param meanings exit code -> what it says
    static ToolResult of(Ended ended, boolean json, Map<String, String> meanings) {
        var out = ended.out().stripTrailing();
        boolean answered = ANSWERS.contains(ended.exitCode()) && !out.isEmpty();
        if (answered && json && ended.isCut()) {
            return error(
                    "the JSON is longer than 1 MiB: read it from the folder of the run, or ask for text");
        }
        var contents = new ArrayList<Content>();
        if (!out.isEmpty()) {
            contents.add(new Content(ended.isCut() ? out + "\n(cut after 1 MiB)" : out));
        }
        if (ended.exitCode() != ExitCode.OK) {
            var lines = new ArrayList<>(answered ? messages(ended.lines()) : ended.lines());
            var code = Integer.toString(ended.exitCode());
            lines.add(
                    "exit code %s: %s"
                            .formatted(code, meanings.getOrDefault(code, "the command was ended")));
            contents.add(new Content(String.join("\n", lines)));
        } else if (out.isEmpty()) {
            contents.add(new Content(String.join("\n", ended.lines())));
        }
        return new ToolResult(
                contents, json && answered ? parsed(out) : Optional.empty(), !answered);
    }

    /// Of standard error what is no progress.
    private static List<String> messages(List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(OURS)).toList();
    }

    private static Optional<JsonNode> parsed(String out) {
        try {
            return Optional.of(JsonMapper.shared().readTree(out));
        } catch (JacksonException e) {
            throw new IllegalStateException("a command printed JSON that is none", e);
        }
    }
}
