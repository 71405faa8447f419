package dev.loombench.observe.file.content;

import dev.loombench.observe.result.Library;
import java.util.List;
import java.util.Optional;

/// A crash of a JVM, as its crash log describes it (`hs_err_pid1.log`).
///
/// @param cause why it ended
/// @param what as in `SIGSEGV (0xb)`, or the words of the JVM
/// @param frame the problematic frame, as in `V [libjvm.so+0x69b127]
///   ContinuationEntry::set_enter_code(CompiledMethod*, int)+0x7`; empty where none is shown
/// @param thread that crashed, as in `JavaThread "main"`; empty where none is shown
/// @param frames of its stack, native ones and those of Java
/// @param operation of the JVM in progress, as in `VM_ThreadDump`
/// @param libraries that its command line and class path name; the version is empty where the name
///   of the jar has none
public record Crash(
        Cause cause,
        String what,
        Optional<String> frame,
        Optional<String> thread,
        List<String> frames,
        Optional<String> operation,
        List<Library> libraries) {
    /// More than a log should have of a service that is started again and again.
    public static final int MOST = 100;

    /// Why a JVM wrote a crash log.
    public enum Cause {
        /// A wrong access to memory, or another signal of the processor.
        SIGNAL,
        /// A signal that a process had sent.
        SENT_SIGNAL,
        /// A check of the JVM failed.
        INTERNAL_ERROR,
        /// The machine or container had no memory left.
        NO_MEMORY,
        /// The heap was full, where a flag makes the JVM crash then.
        HEAP_FULL
    }

    public Crash {
        frames = List.copyOf(frames);
        libraries = List.copyOf(libraries);
    }

    /// Whether a text is in the problematic frame or another one of the stack.
    public boolean mentions(String text) {
        return frame.filter(f -> f.contains(text)).isPresent()
                || frames.stream().anyMatch(f -> f.contains(text));
    }
}
