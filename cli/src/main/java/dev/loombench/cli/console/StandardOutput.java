package dev.loombench.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Standard output as a stream that keeps the first write failure, which a `PrintWriter` swallows.
///
/// A pipe whose reader has ended, as with `| head`, is no failure.
public final class StandardOutput extends OutputStream {
    private final OutputStream target;
    private final BooleanSupplier isPipeOrSocket;
    private @Nullable IOException failure;

    /// @param pipe whether the target is a pipe or socket; evaluated after a failure
    StandardOutput(OutputStream target, BooleanSupplier pipe) {
        this.target = target;
        this.isPipeOrSocket = pipe;
    }

    public static StandardOutput ofProcess() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out), StandardOutput::isPipe);
    }

    private static boolean isPipe() {
        return Terminal.descriptor(1)
                .map(Path::toString)
                .filter(name -> name.startsWith("pipe:") || name.startsWith("socket:"))
                .isPresent();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }

    /// Why output was lost; empty when none was, or when its reader has ended.
    public Optional<String> failure() {
        return Optional.ofNullable(failure)
                .map(IOException::getMessage)
                .filter(why -> !why.toLowerCase(Locale.ROOT).contains("broken pipe"))
                .filter(_ -> !isPipeOrSocket.getAsBoolean());
    }
}
