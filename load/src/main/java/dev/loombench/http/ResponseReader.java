package dev.loombench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;

/// Reads one response of HTTP/1.x from a stream: its status, its header fields and its content.
///
/// A `ResponseParser` finds the ends of its parts, so that this accepts and refuses what a load
/// does. Bytes after the response stay in the stream.
public final class ResponseReader {
    private static final int PIECE_BYTES = 8192;

    private final InputStream in;
    private final ResponseParser parser;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final byte[] piece = new byte[PIECE_BYTES];

    /// @param in buffered, as outside of the content it is read byte by byte
    /// @param isHead whether the request's method is HEAD, whose responses have no body
    public ResponseReader(InputStream in, boolean isHead) {
        this.in = in;
        parser = new ResponseParser(isHead);
    }

    /// Reads the response.
    ///
    /// @param content receives the body, chunks joined
    /// @throws IOException when the response is malformed, or ends early
    public void read(OutputStream content) throws IOException {
        var result = ParseStatus.INCOMPLETE;
        while (result == ParseStatus.INCOMPLETE) {
            result =
                    switch (parser.part()) {
                        case STATUS_LINE, HEADERS -> headByte();
                        case CHUNK_LINES -> fed(readPiece(1));
                        case CONTENT -> {
                            int count = readPiece(parser.contentAhead());
                            content.write(piece, 0, Math.max(0, count));
                            yield fed(count);
                        }
                    };
        }
        if (result != ParseStatus.COMPLETE) {
            throw new IOException(fault(result));
        }
    }

    private ParseStatus headByte() throws IOException {
        if (parser.beginsHead()) {
            head.reset(); // one of 1xx came before it
        }
        int count = readPiece(1);
        head.write(piece, 0, Math.max(0, count));
        return fed(count);
    }

    /// @return the number of bytes read; -1 at the end of the stream
    private int readPiece(long most) throws IOException {
        return in.read(piece, 0, (int) Math.min(most, piece.length));
    }

    private ParseStatus fed(int count) {
        return count < 0 ? parser.end() : parser.feed(ByteBuffer.wrap(piece, 0, count));
    }

    private String fault(ParseStatus result) {
        return switch (result) {
            case MALFORMED, TOO_LARGE -> parser.fault();
            case TLS_RECORD -> "a record of TLS: the server expects https";
            case HTTP2_SETTINGS -> "SETTINGS of HTTP/2: the server speaks HTTP/2: --http2";
            case CLOSED_EARLY ->
                    switch (parser.part()) {
                        case STATUS_LINE, HEADERS ->
                                "the connection ended before the end of the headers";
                        case CHUNK_LINES, CONTENT -> "the connection ended within the body";
                    };
            case INCOMPLETE, COMPLETE -> throw new IllegalStateException("no fault");
        };
    }

    /// The status of the response, once it is read.
    public int status() {
        return parser.status();
    }

    /// The value of the last header field of a name; empty where there is none.
    ///
    /// @param name in lower case
    public String field(String name) {
        return head.toString(ISO_8859_1)
                .lines()
                .skip(1)
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .reduce("", (_, last) -> last);
    }
}
