package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Output;
import dev.loombench.cli.live.LiveReport;
import dev.loombench.report.Format;
import dev.loombench.report.next.ResumeCommand;
import dev.loombench.report.run.RunReport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reports of the runs of a session, on standard output and on the live page.
final class RunReports {
    private final RunSession session;
    private final RunProgress progress;
    private final @Nullable LiveReport page;
    private final boolean reportsEach;
    private volatile List<RunReport> ended = List.of();

    /// @param page the live page
    /// @param reportsEach whether each run is printed and exported when it ends
    RunReports(
            RunSession session,
            RunProgress progress,
            @Nullable LiveReport page,
            boolean reportsEach) {
        this.session = session;
        this.progress = progress;
        this.page = page;
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
            session.err()
                    .println(
                            "stopped from the live page; finished trials are kept. "
                                    + Format.plain(
                                            ResumeCommand.sentence(
                                                    folder,
                                                    session.typed(),
                                                    progress.missing(),
                                                    session.typed().line())));
            session.err().flush();
        }
        return ExitCode.INTERRUPTED;
    }

    private RunReport of(Path folder) {
        progress.clear();
        var run = RunReport.read(folder);
        var document = run.document(session.verbose());
        if (reportsEach) {
            session.output().print(document, session.out());
        }
        if (!reportsEach || !session.output().printsText()) {
            run.unsupportedClaims().forEach(line -> session.err().println("loombench: " + line));
            session.err().flush();
        }
        Output.writeEach(
                List.of(
                        () -> writePage(run),
                        () -> {
                            if (reportsEach) {
                                session.output().export(document);
                            }
                        }));
        return run;
    }

    private void writePage(RunReport run) {
        var file = run.writePage();
        if (page != null) {
            page.showFinal(run.page(), file);
        }
    }
}
