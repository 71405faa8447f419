package dev.loombench.observe.file;

import dev.loombench.text.WrongInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
        return read(
                file,
                content ->
                        InputFile.copy(
                                file.name(),
                                "the content of " + FileReading.quoted(file),
                                content,
                                copy,
                                mostBytes));
    }

    /// The first bytes of what a compressed file holds.
    ///
    /// @throws WrongInput when it is damaged there
    static byte[] start(InputFile file, int bytes) throws IOException {
        return read(file, content -> content.readNBytes(bytes));
    }

    private interface Reading<T> {
        T of(InputStream content) throws IOException;
    }

    private static <T> T read(InputFile file, Reading<T> reading) throws IOException {
        try (var packed = file.open();
                var content = new GZIPInputStream(packed, BUFFER)) {
            return reading.of(content);
        } catch (ZipException | EOFException _) {
            throw new WrongInput(
                    FileReading.quoted(file)
                            + " is compressed by gzip, and is damaged or ends too early");
        }
    }
}
