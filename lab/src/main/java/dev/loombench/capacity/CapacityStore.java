package dev.loombench.capacity;

import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.result.Trial;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultJson;
import dev.loombench.result.store.ResultStore;
import dev.loombench.text.FileFault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// The folder of a search: a line per window in `probes.jsonl`, written and synced as soon as the
/// window has ended, and a folder per process.
public final class CapacityStore implements AutoCloseable {
    /// The file with a line per window.
    public static final String PROBES = "probes.jsonl";

    private static final String CAPACITY = "capacity";

    private final Path folder;

    /// Not a channel, which an interrupt would close in the middle of a line.
    private final RandomAccessFile probes;

    private int processes;

    private CapacityStore(Path folder, RandomAccessFile probes) {
        this.folder = folder;
        this.probes = probes;
    }

    /// Creates the folder `results/capacity/<name>/<time>`.
    ///
    /// @throws ResultError when a write fails
    static CapacityStore create(Path results, String name, Instant started) {
        var parent = results.resolve(CAPACITY).resolve(name);
        try {
            var folder = ResultStore.newFolder(parent, started);
            var file = new RandomAccessFile(folder.resolve(PROBES).toFile(), "rw");
            return new CapacityStore(folder, file);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot create a results folder in %s: %s".formatted(parent, FileFault.of(e)),
                    e);
        }
    }

    Path folder() {
        return folder;
    }

    /// Creates the folder of the next process.
    ///
    /// @throws ResultError when it cannot be created
    Path newProcessFolder(Trial process) {
        var path = folder.resolve("process-%03d".formatted(++processes));
        try {
            return Files.createDirectory(path);
        } catch (IOException e) {
            throw new ResultError(
                    "cannot create %s for %s: %s"
                            .formatted(path, process.variant(), FileFault.of(e)),
                    e);
        }
    }

    /// Appends a window durably.
    ///
    /// @throws ResultError when a write fails; the earlier windows remain complete
    void append(RateProbe probe) {
        try {
            var line = ResultJson.MAPPER.writeValueAsString(probe) + "\n";
            probes.write(line.getBytes(StandardCharsets.UTF_8));
            probes.getFD().sync();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot write %s: %s".formatted(folder.resolve(PROBES), FileFault.of(e)), e);
        }
    }

    /// @throws ResultError when the file cannot be closed
    @Override
    public void close() {
        try {
            probes.close();
        } catch (IOException e) {
            throw new ResultError(
                    "cannot close %s: %s".formatted(folder.resolve(PROBES), FileFault.of(e)), e);
        }
    }
}
