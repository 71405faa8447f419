package dev.loombench.cli;

import dev.loombench.analysis.Audit;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Terminal;
import dev.loombench.report.text.AuditReport;
import dev.loombench.spec.yaml.PublishedFiguresReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench audit FILE`: says what given figures cannot be.
@Command(
        name = "audit",
        description = {
            "Say what the figures of a published table cannot be.",
            "It goes by Little's law, by the order of percentiles, and by what a pool can answer. Exit"
                    + " code 99 when there is something."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  loombench audit experiments/articles/alibaba-2024/figures.yaml"})
final class AuditCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "YAML: source, users, think-time, handler, and variants with name, throughput,"
                            + " threads, mean, p50 to p99.99, max.")
    private Path file;

    @Override
    public Integer call() {
        var audit = Audit.of(PublishedFiguresReader.read(file));
        var out = command.commandLine().getOut();
        AuditReport.of(audit, Terminal.paint(), Terminal.width()).forEach(out::println);
        out.flush();
        return audit.objections().isEmpty() ? ExitCode.FINE : ExitCode.THRESHOLD;
    }
}
