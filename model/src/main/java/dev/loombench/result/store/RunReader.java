package dev.loombench.result.store;

import dev.loombench.result.RunManifest;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A reader of the trials of one run. A damaged line or file is reported, and only its trial is
/// lost.
final class RunReader {
    private final Path folder;
    private final RunManifest manifest;
    private final Set<Trial> readTrials = new HashSet<>();
    private final List<TrialResult> trials = new ArrayList<>();
    private final List<String> completeLines = new ArrayList<>();
    private final List<Damage> damage = new ArrayList<>();

    private RunReader(Path folder, RunManifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /// @throws IOException when the log cannot be read at all
    static RunReader read(Path folder, RunManifest manifest) throws IOException {
        var reader = new RunReader(folder, manifest);
        for (var line : TrialLog.lines(folder)) {
            reader.read(line);
        }
        return reader;
    }

    StoredRun run() {
        return new StoredRun(manifest, trials, damage);
    }

    /// The lines of the complete trials.
    List<String> completeLines() {
        return completeLines;
    }

    private void read(TrialLog.Line line) {
        var name = "%s:%d".formatted(TrialLog.FILE, line.number());
        try {
            var trial = TrialLine.parse(line.text());
            var rejection = rejectionReason(trial.trial());
            if (rejection.isPresent()) {
                damage.add(new Damage(name, rejection.get()));
                return;
            }
            var trialFolder = ResultStore.folderName(trial.trial());
            try {
                trials.add(
                        TrialFiles.read(
                                ResultFolder.inside(folder, trialFolder),
                                trial.result(),
                                trial.files()));
                completeLines.add(line.text());
                readTrials.add(trial.trial());
            } catch (TrialFiles.Damaged e) {
                damage.add(new Damage(trialFolder + "/" + e.file, String.valueOf(e.getMessage())));
            } catch (ResultError outside) {
                damage.add(new Damage(trialFolder, String.valueOf(outside.getMessage())));
            }
        } catch (IOException e) {
            damage.add(new Damage(name, String.valueOf(e.getMessage())));
        }
    }

    private Optional<String> rejectionReason(Trial trial) {
        if (!manifest.plan().contains(trial)) {
            return Optional.of("its trial is not in the plan of the run");
        }
        return readTrials.contains(trial)
                ? Optional.of("it repeats trial %d".formatted(trial.number()))
                : Optional.empty();
    }
}
