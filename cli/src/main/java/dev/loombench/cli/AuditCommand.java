package dev.loombench.cli;

import dev.loombench.analysis.audit.Audit;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.OutputOptions;
import dev.loombench.experiment.yaml.PublishedFiguresReader;
import dev.loombench.report.audit.AuditDocument;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `loombench audit FILE`: checks published figures for contradictions.
@Command(
        name = "audit",
        description = {
            "Check the figures of a published table for contradictions.",
            "The checks are Little's law, the order of percentiles, the mean that they allow, the"
                    + " capacity of a pool, and percentiles that repeat the mean. Exit code 99 when"
                    + " a check fails."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  loombench audit experiments/articles/alibaba-2024/figures.yaml"})
final class AuditCommand implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Parameters(
            paramLabel = "FILE",
            description =
                    "YAML: source, users, think-time, handler, threads, and variants with name,"
                            + " throughput, mean, p50 to p99.99, max, and users, think-time,"
                            + " handler, threads where they differ.")
    private Path file;

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        var form = output.output();
        var audit = Audit.of(PublishedFiguresReader.read(file));
        form.write(new AuditDocument(audit), command.commandLine().getOut());
        return audit.objections().isEmpty() ? ExitCode.OK : ExitCode.THRESHOLD;
    }
}
