package dev.loombench.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.option.ResultsOption;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `loombench mcp`: the commands that observe and measure, as tools for assistants.
@Command(
        name = "mcp",
        description = {
            "Serve list, inspect, report, compare and capacity as tools of the Model Context Protocol, on"
                    + " standard input and output.",
            "It is started by an assistant's program. By default its tools start no program, and send"
                    + " requests to services on this machine only."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench mcp                   for services that run",
            "  loombench mcp --allow-start     also for jars and commands, which it starts",
            "  loombench mcp --skill           how to use the tools, as a file for an assistant"
        })
public final class McpCommand implements Callable<Integer> {
    /// A skill: fields between two lines of `---`, then the text.
    private static final String SKILL = "SKILL.md";

    private static final String FIELDS_END = "\n---\n";

    @Spec private CommandSpec command;

    @Option(
            names = "--allow-start",
            description =
                    "Let compare and capacity start jars, commands and the bundled servers: whoever uses the"
                            + " tools can then run any program of this user.")
    private boolean start;

    @Option(
            names = "--allow-remote",
            description = "Let compare and capacity send requests to other machines.")
    private boolean remote;

    @Mixin private ResultsOption results = new ResultsOption();

    @Option(
            names = "--skill",
            description =
                    "Print how to use the tools, in the format of a skill (SKILL.md), and end.")
    private boolean skill;

    @Override
    public Integer call() throws IOException, InterruptedException {
        var line = command.commandLine();
        if (skill) {
            line.getOut().print(skill());
            line.getOut().flush();
            return ExitCode.OK;
        }
        new McpServer(
                        new Allowed(start, remote),
                        results.folder(),
                        instructions(skill()),
                        command.root().usageMessage().exitCodeList(),
                        line.getOut(),
                        line.getErr())
                .serve(System.in);
        return ExitCode.OK;
    }

    static String skill() throws IOException {
        try (var in = Objects.requireNonNull(McpCommand.class.getResourceAsStream(SKILL))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /// The text without its fields.
    static String instructions(String skill) {
        return skill.substring(skill.indexOf(FIELDS_END) + FIELDS_END.length()).strip();
    }
}
