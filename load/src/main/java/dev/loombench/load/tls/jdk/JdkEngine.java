package dev.loombench.load.tls.jdk;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.certificate.TlsMaterial;
import dev.loombench.load.tls.engine.TlsEngine;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.load.tls.engine.TlsTarget;
import dev.loombench.traffic.TlsPolicy;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// The JDK's `SSLEngine`: runs everywhere, needs nothing, and allocates some objects per record.
///
/// Each worker has its own context, so that the checks of certificates know whose handshake goes
/// on.
public final class JdkEngine implements TlsEngine {
    /// Room for a record, also a large one of other implementations.
    private static final int RECORD_BYTES = 33 * 1024;

    private final SSLContext context;
    private final PeerCheck check;
    private final ClientKey key;
    private final TlsTarget target;
    private final TlsPolicy policy;
    private final TlsMaterial material;

    /// Bytes to send, of the session that was called last.
    private ByteBuffer output = ByteBuffer.allocate(RECORD_BYTES);

    /// Buffers for a part of a record, which sessions use until the rest of it has come.
    private final ArrayDeque<ByteBuffer> buffers = new ArrayDeque<>();

    private int unresumable;

    public JdkEngine(TlsTarget target, TlsPolicy policy, TlsMaterial material) {
        this.target = target;
        this.policy = policy;
        this.material = material;
        check = check(target, material);
        key = new ClientKey(material.identity());
        context = context(check, key);
        if (!policy.resumption()) {
            context.getClientSessionContext().setSessionCacheSize(1);
        }
    }

    private static PeerCheck check(TlsTarget target, TlsMaterial material) {
        return new PeerCheck(
                material.verified() ? material.trustManager() : null,
                target.isCheckedByJdk() ? null : target.host());
    }

    private static SSLContext context(PeerCheck check, ClientKey key) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {key}, new TrustManager[] {check}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }

    /// A connected socket, secured by a handshake.
    ///
    /// @throws IOException when the handshake fails
    public static SSLSocket secure(
            Socket connected, TlsTarget target, TlsPolicy policy, TlsMaterial material)
            throws IOException {
        var key = new ClientKey(material.identity());
        var sockets = context(check(target, material), key).getSocketFactory();
        var socket =
                (SSLSocket) sockets.createSocket(connected, target.host(), target.port(), true);
        var parameters = socket.getSSLParameters();
        configure(parameters, target, policy, material);
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static void configure(
            SSLParameters parameters, TlsTarget target, TlsPolicy policy, TlsMaterial material) {
        parameters.setProtocols(
                policy.version()
                        .map(version -> new String[] {"TLSv" + version.label()})
                        .orElse(new String[] {"TLSv1.3", "TLSv1.2"}));
        parameters.setApplicationProtocols(target.protocols().toArray(String[]::new));
        List<SNIServerName> names =
                target.serverName().stream().<SNIServerName>map(SNIHostName::new).toList();
        parameters.setServerNames(names);
        if (material.verified() && target.isCheckedByJdk()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
    }

    @Override
    public TlsSession open() {
        return new JdkSession(this, engine());
    }

    /// The JDK looks for a session to resume under the host and the port, and a port that no
    /// connection had before has none.
    private SSLEngine engine() {
        int port = policy.resumption() ? target.port() : --unresumable;
        var engine = context.createSSLEngine(target.host(), port);
        engine.setUseClientMode(true);
        var parameters = engine.getSSLParameters();
        configure(parameters, target, policy, material);
        engine.setSSLParameters(parameters);
        return engine;
    }

    PeerCheck check() {
        return check;
    }

    ClientKey key() {
        return key;
    }

    /// Bytes to send: between its start and its position.
    ByteBuffer output() {
        return output;
    }

    /// Makes room for another record.
    void growOutput() {
        var larger = ByteBuffer.allocate(2 * output.capacity());
        larger.put(output.flip());
        output = larger;
    }

    void take(EncodedRequest into) {
        output.flip();
        into.setLength(output.remaining());
        into.from(0).put(output);
        output.clear();
    }

    ByteBuffer buffer() {
        var free = buffers.poll();
        return free == null ? ByteBuffer.allocate(RECORD_BYTES) : free;
    }

    void release(ByteBuffer buffer) {
        buffers.push(buffer.clear());
    }

    /// Sessions take what they are fed within the event, or drop it with the session.
    @Override
    public void discardInput() {}

    @Override
    public void close() {
        buffers.clear();
    }
}
