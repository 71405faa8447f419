package dev.loombench.cli.judge;

import dev.loombench.result.foreign.ForeignReader;
import dev.loombench.result.foreign.ForeignResult;
import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A file as the command line names it: all of it, or one of its benchmarks or results, as in
/// `hyperfine.json#3`.
///
/// @param number of the benchmark or result, from 1
record JudgedFile(Path path, Optional<Integer> number) {
    private static final Pattern NUMBERED = Pattern.compile("(.+)#([1-9]\\d{0,5})");

    /// A file that has such a name is itself.
    static JudgedFile of(Path named) {
        var matcher = NUMBERED.matcher(named.toString());
        return matcher.matches() && !Files.exists(named)
                ? new JudgedFile(
                        Path.of(matcher.group(1)), Optional.of(Integer.valueOf(matcher.group(2))))
                : new JudgedFile(named, Optional.empty());
    }

    /// Whether both name the same file, and a result in it.
    boolean overlaps(JudgedFile other) {
        return path.toAbsolutePath().normalize().equals(other.path.toAbsolutePath().normalize())
                && isOfSameResult(other);
    }

    /// Whether a result of one is also one of the other: of the same file under another name, or of
    /// a copy. Two measurements never agree in each byte of their results.
    ///
    /// @throws WrongInput when a file cannot be read
    boolean holdsResultOf(JudgedFile other) {
        try {
            // A pipe can be read once.
            return isOfSameResult(other)
                    && Files.isRegularFile(path)
                    && Files.isRegularFile(other.path)
                    && Files.mismatch(path, other.path) == -1;
        } catch (IOException e) {
            throw new WrongInput(
                    "%s or %s cannot be read: %s"
                            .formatted(shown(), other.shown(), FileFault.of(e)));
        }
    }

    private boolean isOfSameResult(JudgedFile other) {
        return number.isEmpty() || other.number.isEmpty() || number.equals(other.number);
    }

    /// @throws WrongInput when the file cannot be read, or has no such part
    List<ForeignResult> read() {
        if (number.isEmpty()) {
            return ForeignReader.read(path);
        }
        var parts = parts();
        if (number.get() > parts.size()) {
            throw new WrongInput(
                    "%s#%d: the file holds %d benchmarks or results"
                            .formatted(shown(), number.get(), parts.size()));
        }
        return List.of(parts.get(number.get() - 1));
    }

    /// The benchmarks of a file with one result, or the results of another.
    List<ForeignResult> parts() {
        var results = ForeignReader.read(path);
        return results.size() == 1 ? results.getFirst().byBenchmark() : results;
    }

    /// The path, for messages.
    String shown() {
        return TextSanitizer.of(path.toString());
    }
}
