package dev.loombench.junit;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Inspection;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.jvm.NoReplyException;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// An inspection of the process of the service while its load runs, as `loombench inspect`.
final class ProcessInspection {
    /// Findings that a message names.
    private static final int SHOWN = 3;

    private final FutureTask<List<String>> findings;

    private ProcessInspection(FutureTask<List<String>> findings) {
        this.findings = findings;
    }

    /// @param window time of the observation
    static ProcessInspection start(long pid, Duration window) {
        var task = new FutureTask<>(() -> inspect(pid, window));
        Thread.ofPlatform().daemon().name("loombench-inspection").start(task);
        return new ProcessInspection(task);
    }

    private static List<String> inspect(long pid, Duration window) throws InterruptedException {
        try {
            var request = new Inspection.Request(pid, window, false, false, false, false);
            return causes(Inspection.run(request));
        } catch (WrongInput | ProcessEndedException | NoReplyException | IOException e) {
            return List.of(
                    "not known: process %d was not inspected: %s".formatted(pid, e.getMessage()));
        }
    }

    private static List<String> causes(Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .limit(SHOWN)
                .map(finding -> finding.text().sentences())
                .toList();
    }

    /// What it found, most important first, or why nothing is known.
    List<String> await() throws InterruptedException {
        try {
            return findings.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the inspection failed", e.getCause());
        }
    }
}
