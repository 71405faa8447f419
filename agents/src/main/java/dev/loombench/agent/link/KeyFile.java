package dev.loombench.agent.link;

import dev.loombench.text.FileFault;
import dev.loombench.text.OwnFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Set;

/// The file with the secret that a controller and its agents share.
public final class KeyFile {
    /// 32 random bytes in base64 are 44 characters; less is easier to guess.
    static final int MIN_BYTES = 32;

    private static final int MAX_BYTES = 4096;

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    private KeyFile() {}

    /// The secret without white space at its end.
    ///
    /// @throws WrongInput when the file cannot be read, is readable or writable for other users, or
    ///   is too short or too long
    public static SharedKey read(Path file) {
        var name = TextSanitizer.of(file.toString());
        try {
            checkOwner(file, name);
            long size = Files.size(file);
            if (size > MAX_BYTES) {
                throw new WrongInput(
                        "the key file %s has %,d bytes, and may have at most %,d"
                                .formatted(name, size, MAX_BYTES));
            }
            return SharedKey.of(secret(Files.readAllBytes(file), name));
        } catch (NoSuchFileException e) {
            throw new WrongInput(
                    "the key file %s does not exist; create one with: (umask 077; openssl rand -base64 32 > %s)"
                            .formatted(name, name));
        } catch (IOException e) {
            throw new WrongInput(
                    "the key file %s cannot be read: %s".formatted(name, FileFault.of(e)));
        }
    }

    private static void checkOwner(Path file, String name) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return;
        }
        if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new WrongInput(
                    "the key file %s can be read or changed by other users; fix it with: chmod 600 %s, and make a new key if others may have read it"
                            .formatted(name, name));
        }
        OwnFile.problem(file)
                .ifPresent(problem -> {
                    throw new WrongInput("the key file %s %s".formatted(name, problem));
                });
    }

    private static byte[] secret(byte[] content, String name) {
        int length = content.length;
        while (length > 0 && Character.isWhitespace(content[length - 1])) {
            length--;
        }
        if (length < MIN_BYTES) {
            throw new WrongInput(
                    "the key file %s has a secret of %d bytes, and needs at least %d"
                            .formatted(name, length, MIN_BYTES));
        }
        return Arrays.copyOf(content, length);
    }
}
