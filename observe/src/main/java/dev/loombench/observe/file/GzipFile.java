package dev.loombench.observe.file;

import dev.loombench.text.WrongInput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// A file that is compressed by gzip, as rotated logs and stored dumps are. What it holds has a
/// limit, since a small file may hold a thousand times its size.
final class GzipFile {
    /// The first bytes of such a file.
    static final String START = "\u001f\u008b";

    private static final int BUFFER = 1 << 16;

    private GzipFile() {}

    /// Writes what a compressed file holds into another one.
    ///
    /// @param copy a file to write, which has no more than `mostBytes` then
    /// @return that file under the name of the compressed one
    /// @throws WrongInput when it is damaged or ends too early, and when it holds nothing or too
    ///   much
    static InputFile unpack(InputFile file, Path copy, long mostBytes) throws IOException {
        var quoted = FileReading.quoted(file);
        try (var packed = file.open();
                var content = new GZIPInputStream(packed, BUFFER)) {
            return InputFile.copy(
                    file.name(), "the content of " + quoted, content, copy, mostBytes);
        } catch (ZipException | EOFException _) {
            throw new WrongInput(
                    quoted + " is compressed by gzip, and is damaged or ends too early");
        }
    }
}
