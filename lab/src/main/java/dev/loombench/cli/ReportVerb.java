package dev.loombench.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench report RUN`: draws a report from disk alone.
@Command(
        name = "report",
        description = "Show the report of an earlier run again, from its folder alone.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  loombench report results/quickstart/2026-01-31T12-00-00",
            "  loombench report --output json RUN | jq '.variants[].throughputPerSecond'"
        })
final class ReportVerb implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(paramLabel = "RUN", description = "Folder of the run, as its end told it.")
    private Path run;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "What to print: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private OutputFormat output;

    @Override
    public Integer call() {
        return Exit.of(Shown.report(run, output, command.commandLine().getOut()));
    }
}
