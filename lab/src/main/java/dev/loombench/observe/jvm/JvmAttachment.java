package dev.loombench.observe.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Attaches to a JVM for as long as an agent is loaded.
///
/// What cannot be attached to is found beforehand where the kernel shows it: an attempt takes ten
/// seconds, and sends a signal.
final class JvmAttachment {
    private static final String DISABLED = "-XX:+DisableAttachMechanism";

    private JvmAttachment() {}

    /// Loads an agent.
    interface Loader<T> {
        T load(VirtualMachine machine) throws IOException;
    }

    /// @throws IOException when the process is not a JVM, belongs to another user, forbids
    ///   attaching, does not reply, or has ended
    static <T> T load(long pid, Loader<T> loader) throws IOException {
        requireAttachable(pid);
        try {
            var machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return loader.load(machine);
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            // Its message has the command line of the process, which may not be the user's.
            throw new IOException(
                    "it does not reply to attach: it is not a JVM, is busy, or runs with -Xrs", e);
        }
    }

    private static void requireAttachable(long pid) throws IOException {
        if (isKnownNotToBeJvm(pid)) {
            throw new IOException("it is not a JVM");
        }
        if (forbidsAttaching(pid)) {
            throw new IOException("it runs with %s, so nothing can".formatted(DISABLED));
        }
    }

    /// Where this is unknown, attach decides.
    private static boolean isKnownNotToBeJvm(long pid) {
        try (var mapped = Files.lines(process(pid).resolve("maps"), StandardCharsets.ISO_8859_1)) {
            return mapped.noneMatch(line -> line.contains("/libjvm."));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /// The signal of an attempt makes such a JVM print its threads.
    private static boolean forbidsAttaching(long pid) {
        return Stream.of("cmdline", "environ")
                .anyMatch(file -> {
                    try {
                        var bytes = Files.readAllBytes(process(pid).resolve(file));
                        return new String(bytes, StandardCharsets.ISO_8859_1).contains(DISABLED);
                    } catch (IOException e) {
                        return false; // attach decides
                    }
                });
    }

    private static Path process(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }
}
