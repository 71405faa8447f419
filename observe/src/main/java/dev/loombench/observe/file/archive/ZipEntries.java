package dev.loombench.observe.file.archive;

import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// The files of a zip file.
final class ZipEntries {
    private ZipEntries() {}

    /// Names may be in any encoding; those that are marked as UTF-8 are decoded so.
    ///
    /// @throws WrongInput when it is damaged or cut off, or a file in it is encrypted or compressed
    ///   by other means than deflate
    static void forEach(InputFile file, EntryReader reader) throws IOException {
        try (var zip = new ZipFile(file.path().toFile(), StandardCharsets.ISO_8859_1)) {
            for (var entries = zip.entries(); entries.hasMoreElements(); ) {
                var entry = entries.nextElement();
                if (!entry.isDirectory()
                        && !reader.read(entry.getName(), () -> zip.getInputStream(entry))) {
                    return;
                }
            }
        } catch (ZipException _) {
            throw new WrongInput(
                    FileReading.quoted(file)
                            + " is a zip file that is damaged, cut off, encrypted or not compressed"
                            + " by deflate");
        }
    }
}
