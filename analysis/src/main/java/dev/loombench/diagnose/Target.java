package dev.loombench.diagnose;

import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.observe.jvm.attach.ProgramName;
import dev.loombench.requests.secret.SecretMask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The inspected process and its command line.
///
/// @param pid empty where files do not show it, or show several
/// @param words of its command line; empty where it is not readable
/// @param files that show it; empty for a live process
/// @param missing what the files do not show because they are cut off, or show and is not judged,
///   in words; empty where they are whole
/// @param age of the process when it was first seen; empty where that is not known
public record Target(
        OptionalLong pid,
        List<String> words,
        List<ReadFile> files,
        Optional<String> missing,
        Optional<Duration> age) {
    /// A file that was read.
    ///
    /// @param name as the user gave it
    /// @param content in words
    public record ReadFile(String name, String content) {
        /// `gc.log (log of 12 collections)`.
        public String describe() {
            return "%s (%s)".formatted(name, content);
        }
    }

    /// What stands for a process id in a command, or in a path of the kernel.
    private static final Pattern PID =
            Pattern.compile("(?<=\\bjcmd |\\binspect |--[\\w-]{1,30} |/proc/)PID\\b");

    public Target {
        words = List.copyOf(words);
        files = List.copyOf(files);
    }

    /// A process of unknown age.
    public Target(
            OptionalLong pid, List<String> words, List<ReadFile> files, Optional<String> missing) {
        this(pid, words, files, missing, Optional.empty());
    }

    /// A live process of unknown age.
    public Target(long pid, List<String> words) {
        this(OptionalLong.of(pid), words, List.of(), Optional.empty());
    }

    /// The same with its age when it was first seen.
    public Target aged(Optional<Duration> first) {
        return new Target(pid, words, files, missing, first);
    }

    /// Whether it can be observed further.
    public boolean isLive() {
        return files.isEmpty();
    }

    /// The process id of a live process.
    public long livePid() {
        return pid.orElseThrow();
    }

    /// A text whose commands have the id of this process where they would name it; of files, whose
    /// process may have ended, unchanged.
    public String withPid(String text) {
        return isLive() ? PID.matcher(text).replaceAll(Long.toString(livePid())) : text;
    }

    /// A live process, with its command line and its age where they can be read.
    public static Target of(long pid) {
        return new Target(pid, wordsOf(pid)).aged(ageOf(pid));
    }

    private static List<String> wordsOf(long pid) {
        var file = Path.of("/proc", Long.toString(pid), "cmdline");
        try {
            return words(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return List.of(); // no Linux, or it has ended
        }
    }

    private static Optional<Duration> ageOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .map(start -> Duration.between(start, Instant.now()))
                .filter(age -> !age.isNegative());
    }

    /// Each word ends with a zero.
    private static List<String> words(String text) {
        var words = List.of(text.split("\0", -1));
        return words.subList(0, words.size() - 1);
    }

    /// Replaces passwords, tokens and keys of the command line, wherever they occur.
    public SecretMask mask() {
        return new SecretMask(secrets());
    }

    List<String> secrets() {
        return CommandSecrets.of(words);
    }

    /// The jar or main class, as in `shop.jar` or `com.example.Shop`; empty where it is not known.
    public String program() {
        return ProgramName.of(words);
    }
}
