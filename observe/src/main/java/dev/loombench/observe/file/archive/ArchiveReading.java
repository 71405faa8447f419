package dev.loombench.observe.file.archive;

import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads the files of an archive, each as if it were given apart: of a zip file, or of a tar
/// archive, also one that is compressed by gzip. The content shows the format, never the name.
public final class ArchiveReading {
    private static final String ZIP = "PK\u0003\u0004";

    /// Of one without files.
    private static final String EMPTY_ZIP = "PK\u0005\u0006";

    private static final String GZIP = "\u001f\u008b";

    private ArchiveReading() {}

    private enum Format {
        ZIP,
        TAR,
        TAR_IN_GZIP,
        NONE
    }

    /// Whether it is an archive whose files can be read.
    public static boolean isArchive(InputFile file) throws IOException {
        return format(file) != Format.NONE;
    }

    private static Format format(InputFile file) throws IOException {
        byte[] start;
        try (var in = file.open()) {
            start = in.readNBytes(TarEntries.BLOCK);
        }
        if (begins(start, ZIP) || begins(start, EMPTY_ZIP)) {
            return Format.ZIP;
        }
        if (TarEntries.isHeader(start)) {
            return Format.TAR;
        }
        return begins(start, GZIP) && TarEntries.isHeader(unpackedStart(file))
                ? Format.TAR_IN_GZIP
                : Format.NONE;
    }

    static boolean isGzip(byte[] start) {
        return begins(start, GZIP);
    }

    private static boolean begins(byte[] start, String bytes) {
        return new String(start, StandardCharsets.ISO_8859_1).startsWith(bytes);
    }

    /// Empty where it is damaged there.
    private static byte[] unpackedStart(InputFile file) throws IOException {
        try (var in = file.open();
                var content = new GZIPInputStream(in)) {
            return content.readNBytes(TarEntries.BLOCK);
        } catch (ZipException | EOFException _) {
            return new byte[0]; // named where the file is read
        }
    }

    /// @param file an archive
    /// @param below the beginning of the names of the files that are read; empty for all
    /// @param mostFiles that are read
    /// @throws WrongInput when it is damaged, or none of these files can be read
    public static Archive read(InputFile file, String below, int mostFiles) throws IOException {
        var reader = new EntryReader(file, below, EntryReader.Limits.of(mostFiles));
        switch (format(file)) {
            case ZIP -> ZipEntries.forEach(file, reader);
            case TAR -> {
                try (var in = file.open()) {
                    TarEntries.forEach(in, reader);
                }
            }
            case TAR_IN_GZIP -> {
                try (var in = file.open();
                        var content = new GZIPInputStream(in, 1 << 16)) {
                    TarEntries.forEach(content, reader);
                }
            }
            case NONE -> throw new WrongInput(FileReading.quoted(file) + " is no archive");
        }
        var archive = reader.archive();
        if (archive.contents().isEmpty()) {
            throw new WrongInput(
                    "%s is an archive without any file%s that inspect reads%s"
                            .formatted(
                                    FileReading.quoted(file),
                                    below.isEmpty() ? "" : " below " + TextSanitizer.quoted(below),
                                    archive.isWhole() ? "" : " (" + archive.unread() + ")"));
        }
        return archive;
    }
}
