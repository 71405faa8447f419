package dev.loombench.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;
import java.util.Optional;

/// Why a file or another input or output cannot be read or written, in words: the class of an
/// exception is no reason for a user, and its message may be the name of the file alone.
public final class FileFault {
    private FileFault() {}

    /// `no such file or folder`, `permission denied`, `No space left on device`; where nothing else
    /// is known the exception.
    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException taken ->
                    TextSanitizer.of(String.valueOf(taken.getFile())) + " exists already";
            case NotDirectoryException _ -> "it is no folder";
            case DirectoryNotEmptyException _ -> "the folder is not empty";
            case FileSystemLoopException _ -> "its links form a loop";
            case FileSystemException system -> reason(system);
            case CharacterCodingException _ -> "it is not UTF-8 text";
            case EOFException _ -> "it ends too early";
            case UnknownHostException unknown -> // whose message may be the name alone
                    "no address is known for host "
                            + TextSanitizer.of(String.valueOf(unknown.getMessage()));
            default ->
                    Optional.ofNullable(e.getMessage()).map(TextSanitizer::of).orElse(e.toString());
        };
    }

    /// The message of what failed, with its reason: `cannot read app.jar: permission denied`.
    public static String of(UncheckedIOException e) {
        return "%s: %s".formatted(e.getMessage(), of(Objects.requireNonNull(e.getCause())));
    }

    private static String reason(FileSystemException e) {
        return Optional.ofNullable(e.getReason()).map(TextSanitizer::of).orElse(e.toString());
    }
}
