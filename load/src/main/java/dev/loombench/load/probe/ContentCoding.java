package dev.loombench.load.probe;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/// The content of a response before its `Content-Encoding`: of the encodings in use, those that the
/// JDK reads.
///
/// Source: RFC 9110, section 8.4.1.
final class ContentCoding {
    /// The rest of longer content is left out.
    static final int MAX_DECODED = 1 << 24;

    private static final int PIECE_BYTES = 8192;

    /// Of a byte that begins the format of zlib: the method, which is always this one.
    private static final int ZLIB_METHOD = 8;

    private ContentCoding() {}

    /// The content as far as it can be read, as its end may be missing; empty for another encoding,
    /// or where no byte of it is in this one.
    ///
    /// @param encoding value of the header field; empty without one
    static Optional<byte[]> decoded(byte[] content, String encoding) {
        if (content.length == 0) {
            return Optional.of(content);
        }
        return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
            case "", "identity" -> Optional.of(content);
            case "gzip", "x-gzip" -> read(() -> new GZIPInputStream(in(content)));
            case "deflate" -> read(() -> inflated(content));
            default -> Optional.empty();
        };
    }

    private static InputStream in(byte[] content) {
        return new ByteArrayInputStream(content);
    }

    /// With the format of zlib or, as some servers send it, without.
    private static InputStream inflated(byte[] content) {
        boolean isZlib = content.length > 0 && (content[0] & 15) == ZLIB_METHOD;
        return new InflaterInputStream(in(content), new Inflater(!isZlib));
    }

    /// Opens the content, which fails where its beginning is not in the encoding.
    @FunctionalInterface
    private interface Opening {
        InputStream open() throws IOException;
    }

    private static Optional<byte[]> read(Opening opening) {
        var decoded = new ByteArrayOutputStream();
        try (var in = opening.open()) {
            var piece = new byte[PIECE_BYTES];
            int count = in.read(piece);
            while (count >= 0 && decoded.size() < MAX_DECODED) {
                decoded.write(piece, 0, count);
                count = in.read(piece);
            }
            return Optional.of(decoded.toByteArray());
        } catch (IOException _) { // the content is cut off, or is not in the encoding
            return decoded.size() == 0 ? Optional.empty() : Optional.of(decoded.toByteArray());
        }
    }
}
