package dev.loombench.observe.file.archive;

import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reader of the files of one archive, a file at a time, each by a copy under a name of its own:
/// the name in the archive is never one on this machine. All that is unpacked has a limit, as a
/// small archive may hold a thousand times its size.
final class EntryReader {
    private static final int START = 4096;
    private static final int BUFFER = 1 << 16;

    /// What `tar` writes in front of the names below the present folder.
    private static final String HERE = "./";

    /// Characters that are kept of a name: as many as a path of Linux has.
    private static final int LONGEST_NAME = 4_096;

    private final InputFile archive;
    private final String below;
    private final Limits limits;
    private final List<FileContent> contents = new ArrayList<>();
    private final List<Archive.Other> others = new ArrayList<>();
    private Optional<String> end = Optional.empty();
    private long bytes;

    /// @param below the beginning of the names of the files that are read; empty for all
    EntryReader(InputFile archive, String below, Limits limits) {
        this.archive = archive;
        this.below = below;
        this.limits = limits;
    }

    /// What is read of an archive at most.
    ///
    /// @param contents files of JVMs
    /// @param files that are looked at
    /// @param bytes that are unpacked, of all files that are looked at
    record Limits(int contents, int files, long bytes) {
        /// Those of an archive that a user gives.
        static Limits of(int contents) {
            return new Limits(contents, 1_000, 4L << 30);
        }
    }

    /// What is read once, from its beginning.
    interface Opening {
        InputStream open() throws IOException;
    }

    /// Reads a file of the archive.
    ///
    /// @return whether further ones are to be read
    boolean read(String entry, Opening opening) throws IOException {
        var name = name(entry);
        if (isWanted(name)) {
            tryRead(name, opening);
        }
        return goesOn();
    }

    /// Names a file of the archive that cannot be read.
    ///
    /// @param reason what it is
    /// @return whether further ones are to be read
    boolean pass(String entry, String reason) {
        var name = name(entry);
        if (isWanted(name)) {
            leave(name, reason);
        }
        return goesOn();
    }

    private static String name(String entry) {
        var name = entry.startsWith(HERE) ? entry.substring(HERE.length()) : entry;
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    /// Whether it is among those that are read, and there is room for it.
    private boolean isWanted(String name) {
        if (!name.startsWith(below)) {
            return false;
        }
        if (contents.size() == limits.contents) {
            end("%d files are read at most".formatted(limits.contents));
        } else if (contents.size() + others.size() == limits.files) {
            end("of an archive the first %,d files are looked at".formatted(limits.files));
        } else if (bytes >= limits.bytes) {
            end("of an archive %,d MiB are unpacked at most".formatted(limits.bytes >> 20));
        }
        return goesOn();
    }

    /// Whether further ones are to be read.
    boolean goesOn() {
        return end.isEmpty();
    }

    /// Why further files are not read.
    void end(String reason) {
        end = end.or(() -> Optional.of(reason));
    }

    private void tryRead(String name, Opening opening) throws IOException {
        try (var in = opening.open()) {
            unpack(name, in);
        } catch (ZipException | EOFException _) {
            leave(name, "damaged or cut off");
        }
    }

    private void leave(String name, String reason) {
        others.add(new Archive.Other(name, reason));
    }

    /// A file may be compressed by itself, as rotated logs are.
    private void unpack(String name, InputStream in) throws IOException {
        var content = new PushbackInputStream(in, START);
        if (ArchiveReading.isGzip(start(content))) {
            try (var unpacked = new GZIPInputStream(content, BUFFER)) {
                judge(name, new PushbackInputStream(unpacked, START));
            }
        } else {
            judge(name, content);
        }
    }

    /// The first bytes, which are read again.
    private static byte[] start(PushbackInputStream content) throws IOException {
        var start = content.readNBytes(START);
        content.unread(start);
        return start;
    }

    /// What is of another kind is not copied.
    private void judge(String name, PushbackInputStream content) throws IOException {
        var start = start(content);
        var other =
                ArchiveReading.isGzip(start)
                        ? Optional.of("compressed by gzip more than once")
                        : FileReading.otherKind(start);
        if (other.isPresent()) {
            leave(name, other.get());
        } else {
            copy(name, content);
        }
    }

    private void copy(String name, InputStream content) throws IOException {
        var label = archive.name() + "!/" + name;
        var copy = Files.createTempFile("loombench-inspect-", "");
        copy.toFile().deleteOnExit(); // where the inspection is interrupted
        try {
            long most = Math.min(InputFile.MOST_BYTES, limits.bytes - bytes);
            var file = InputFile.copy(label, TextSanitizer.quoted(label), content, copy, most);
            contents.add(FileReading.read(file));
        } catch (WrongInput e) {
            leave(name, FileReading.reason(label, e));
        } finally {
            bytes += Files.size(copy);
            Files.deleteIfExists(copy);
        }
    }

    Archive archive() {
        return new Archive(archive.name(), contents, others, end);
    }
}
