package dev.loombench.observe.jvm;

import dev.loombench.observe.jvm.attach.AttachRefusal;
import dev.loombench.observe.jvm.attach.JvmAttachment;
import dev.loombench.observe.jvm.attach.SharedFolder;
import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A JVM into which a profiler is loaded over attach, with a folder for the profiler's files that
/// both find, also where the JVM is in a container.
///
/// For one thread at a time.
public final class ProfiledJvm implements AutoCloseable {
    private final long pid;
    private final SharedFolder folder;
    private Optional<FigureConnection> agent = Optional.empty();

    private ProfiledJvm(long pid, SharedFolder folder) {
        this.pid = pid;
        this.folder = folder;
    }

    /// Creates the folder.
    ///
    /// @throws IOException when the process cannot be attached to
    public static ProfiledJvm of(long pid) throws IOException {
        var refusal = AttachRefusal.of(ProcessNamespaces.of(pid));
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        return new ProfiledJvm(pid, SharedFolder.create(pid));
    }

    /// The path of one of its files for the lab.
    public Path here(String file) {
        return folder.here().resolve(file);
    }

    /// The path of one of its files for the JVM.
    public Path there(String file) {
        return folder.there().resolve(file);
    }

    /// A library that the JVM has mapped, whose path has this text; empty where the kernel does not
    /// list them. Those of the lab whose folders are deleted do not count: they have ended.
    public Optional<String> mapped(String text) throws IOException {
        var maps = Path.of("/proc", Long.toString(pid), "maps");
        if (!Files.exists(maps)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.contains(text))
                    .filter(line ->
                            !(line.contains(SharedFolder.PREFIX) && line.endsWith(" (deleted)")))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// Loads a native agent from the folder, or calls it once more where it is loaded.
    ///
    /// @throws IOException when the JVM does not load it, or it reports a failure
    public void call(String library, String arguments) throws IOException {
        JvmAttachment.call(
                pid,
                jvm -> {
                    jvm.loadLibrary(there(library), arguments);
                    return true;
                });
    }

    /// Starts a recording of Flight Recorder, which ends with this.
    public void record(Map<String, String> settings) throws IOException {
        agent().record(settings);
    }

    /// Ends the recording.
    ///
    /// @param file of the folder, which the JVM writes
    public void stopRecording(String file) throws IOException {
        agent().stop(there(file));
    }

    private FigureConnection agent() throws IOException {
        if (agent.isEmpty()) {
            agent = Optional.of(JvmAttachment.load(pid, FigureConnection::open));
        }
        return agent.get();
    }

    /// Closes the connection and deletes the folder with its files.
    @Override
    public void close() throws IOException {
        agent.ifPresent(FigureConnection::close);
        agent = Optional.empty();
        folder.remove();
    }
}
