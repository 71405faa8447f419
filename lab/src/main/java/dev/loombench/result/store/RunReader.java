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

/// Reads the trials of one run. Each damaged line or file costs its own trial, and is named.
final class RunReader {
    private final Path folder;
    private final RunManifest manifest;
    private final Set<Trial> seen = new HashSet<>();
    private final List<TrialResult> trials = new ArrayList<>();
    private final List<String> wholeLines = new ArrayList<>();
    private final List<Damage> damage = new ArrayList<>();

    private RunReader(Path folder, RunManifest manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /// @throws IOException when the log as a whole cannot be read
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

    /// The lines of the trials that are whole.
    List<String> wholeLines() {
        return wholeLines;
    }

    private void read(TrialLog.Line line) {
        var name = "%s:%d".formatted(TrialLog.FILE, line.number());
        try {
            var trial = TrialLine.parse(line.text());
            var refused = refused(trial.trial());
            if (refused.isPresent()) {
                damage.add(new Damage(name, refused.get()));
                return;
            }
            var own = ResultStore.folderName(trial.trial());
            try {
                trials.add(
                        TrialFiles.read(
                                ResultFolder.inside(folder, own), trial.result(), trial.files()));
                wholeLines.add(line.text());
                seen.add(trial.trial());
            } catch (TrialFiles.Damaged e) {
                damage.add(new Damage(own + "/" + e.file, String.valueOf(e.getMessage())));
            } catch (ResultError outside) {
                damage.add(new Damage(own, String.valueOf(outside.getMessage())));
            }
        } catch (IOException e) {
            damage.add(new Damage(name, String.valueOf(e.getMessage())));
        }
    }

    private Optional<String> refused(Trial trial) {
        if (!manifest.plan().contains(trial)) {
            return Optional.of("it is of a trial that the run has not planned");
        }
        return seen.contains(trial)
                ? Optional.of("it is of trial %d once more".formatted(trial.number()))
                : Optional.empty();
    }
}
