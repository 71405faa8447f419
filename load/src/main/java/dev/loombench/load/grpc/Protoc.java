package dev.loombench.load.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.text.TextFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy.ProtoFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The compiler of protobuf, which translates the definitions of services into descriptors.
final class Protoc {
    /// Its name on the `PATH`.
    static final String NAME = "protoc";

    /// It takes milliseconds, and more from a slow disk.
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /// Messages in one of ours.
    private static final int MAX_LINES = 5;

    private final String command;

    /// @param command that runs it
    Protoc(String command) {
        this.command = command;
    }

    /// The descriptors of a file and of all that it imports, as one set.
    ///
    /// @throws WrongInput when there is no protoc, or the files are wrong
    byte[] descriptors(ProtoFile proto) {
        try {
            var folder = Files.createTempDirectory("loombench-protoc");
            var set = folder.resolve("descriptors");
            var messages = folder.resolve("messages");
            try {
                run(words(proto, set), messages);
                return TextFile.bytes(set, TextFile.MAX_BYTES);
            } finally {
                Files.deleteIfExists(set);
                Files.deleteIfExists(messages);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new WrongInput(
                    "%s has no folder for its files: %s".formatted(command, e.getMessage()));
        }
    }

    /// Paths are absolute, so that none is taken for an option or a file of options. Protoc names a
    /// file by the first folder that has it: its own is the last.
    private List<String> words(ProtoFile proto, Path set) {
        var file = proto.file().toAbsolutePath().normalize();
        var words = new ArrayList<String>();
        words.add(command);
        proto.path()
                .forEach(
                        folder -> words.add("--proto_path=" + folder.toAbsolutePath().normalize()));
        var own = file.getParent();
        if (own != null) {
            words.add("--proto_path=" + own);
        }
        words.add("--include_imports");
        words.add("--descriptor_set_out=" + set);
        words.add(file.toString());
        return words;
    }

    private void run(List<String> words, Path messages) throws IOException {
        var process = started(words, messages);
        try {
            process.getOutputStream().close();
            if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new WrongInput(
                        "%s did not end within %d s".formatted(command, TIMEOUT.toSeconds()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while %s ran".formatted(command), e);
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new WrongInput("%s: %s".formatted(command, text(messages)));
        }
    }

    private Process started(List<String> words, Path messages) {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.redirectOutput(messages.toFile());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new WrongInput(
                    "a .proto file is compiled by %s, which cannot be run (%s): install it (protobuf-compiler of Debian and Fedora, protobuf of Homebrew), or give the descriptors by --protoset"
                            .formatted(command, e.getMessage()));
        }
    }

    /// What it printed; that it is UTF-8 is not sure.
    private static String text(Path messages) throws IOException {
        var printed =
                new String(Files.readAllBytes(messages), UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .limit(MAX_LINES)
                        .map(line -> TextSanitizer.of(line.strip()))
                        .collect(Collectors.joining("; "));
        return printed.isEmpty() ? "it failed without a message" : printed;
    }
}
