package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/// One connection with one request at a time, never reopened.
final class RawHttp implements AutoCloseable {
    record Reply(int status, String body) {}

    private static final int SILENCE_MILLIS = 120_000;

    private final Socket socket;
    private final InputStream in;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(SILENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Reply get(String path) throws IOException {
        send(path);
        return receive();
    }

    Reply post(String path, String body) throws IOException {
        write(
                "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(path, body.length(), body));
        return receive();
    }

    void send(String path) throws IOException {
        write("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n");
    }

    Reply receive() throws IOException {
        var statusLine = line();
        int length = -1;
        for (var header = line(); !header.isEmpty(); header = line()) {
            var lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring("content-length:".length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("no Content-Length after " + statusLine);
        }
        var body = new String(in.readNBytes(length), US_ASCII);
        return new Reply(Integer.parseInt(statusLine.substring(9, 12)), body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("closed after \"" + line + "\"");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
