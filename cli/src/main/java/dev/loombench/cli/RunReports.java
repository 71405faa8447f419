package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.report.Format;
import dev.loombench.report.export.Document;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reports of the runs of a session, on standard output and on the live page.
final class RunReports {
    private final RunProgress progress;
    private final @Nullable LiveReport page;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Output<Document> output;
    private final boolean verbose;
    private final boolean reportsEach;
    private volatile List<RunReport> ended = List.of();

    RunReports(
            RunProgress progress,
            @Nullable LiveReport page,
            PrintWriter out,
            PrintWriter err,
            Output<Document> output,
            boolean verbose,
            boolean reportsEach) {
        this.progress = progress;
        this.page = page;
        this.out = out;
        this.err = err;
        this.output = output;
        this.verbose = verbose;
        this.reportsEach = reportsEach;
    }

    /// The runs that have ended, in their order; from any thread.
    List<RunReport> ended() {
        return ended;
    }

    /// @return the worst of the exit codes
    int ofEach(List<RunSession.Execution> executions) throws InterruptedException {
        int worst = ExitCode.OK;
        for (var execution : executions) {
            try {
                var run = of(execution.execute());
                ended = Stream.concat(ended.stream(), Stream.of(run)).toList();
                worst = ExitCode.worse(worst, ExitCode.of(run.analysis()));
            } catch (LiveReport.Stopped requested) {
                return ofStopped();
            }
        }
        return worst;
    }

    private int ofStopped() {
        var folder = progress.folder();
        if (folder != null) {
            of(folder);
            err.println(
                    "stopped from the live page; finished trials are kept. Resume: loombench run --resume %s"
                            .formatted(Format.plain(folder.toString())));
            err.flush();
        }
        return ExitCode.INTERRUPTED;
    }

    private RunReport of(Path folder) {
        progress.clear();
        var run = RunReport.read(folder);
        var file = run.writePage();
        if (page != null) {
            page.showFinal(run.page(), file);
        }
        var document = run.document(verbose);
        if (reportsEach) {
            output.print(document, out);
        }
        if (!reportsEach || !output.printsText()) {
            run.unsupportedClaims().forEach(line -> err.println("loombench: " + line));
            err.flush();
        }
        if (reportsEach) {
            output.export(document);
        }
        return run;
    }
}
