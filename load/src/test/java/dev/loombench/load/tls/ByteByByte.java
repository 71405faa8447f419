package dev.loombench.load.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/// A path to a server that passes on each of its bytes in a segment of its own.
///
/// @param server behind it
record ByteByByte(InetSocketAddress server) implements TlsServer.Script {
    @Override
    public void serve(Socket client) throws IOException {
        client.setTcpNoDelay(true);
        try (var behind = new Socket(server.getAddress(), server.getPort())) {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            client.getInputStream().transferTo(behind.getOutputStream());
                        } catch (IOException _) {
                            // one of the two has closed, which ends the other direction too
                        }
                    });
            var in = behind.getInputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                client.getOutputStream().write(b);
            }
        }
    }
}
