package dev.loombench.base;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Accepts every certificate: for questions to a server that this tool has started itself, and for
/// the question whether a server speaks TLS.
public final class AnyCertificate extends X509ExtendedTrustManager {
    private AnyCertificate() {}

    /// A context of a client that checks nothing.
    public static SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }

    /// Whether a server speaks TLS: it ends a handshake, whatever its certificate, or refuses it by
    /// an alert, as one may that requires a certificate of the client.
    ///
    /// @param limit longest time to connect, and to wait for each message
    public static boolean secures(InetSocketAddress address, Duration limit) {
        int millis = Math.toIntExact(limit.toMillis());
        try (var plain = new Socket()) {
            plain.connect(address, millis);
            plain.setSoTimeout(millis);
            try (var secured =
                    (SSLSocket)
                            context()
                                    .getSocketFactory()
                                    .createSocket(
                                            plain,
                                            address.getHostString(),
                                            address.getPort(),
                                            true)) {
                secured.startHandshake();
                return true;
            }
        } catch (IOException e) {
            return ReceivedAlert.in(e).isPresent();
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException("a context of a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw new UnsupportedOperationException("a context of a client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw new UnsupportedOperationException("a context of a client");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
