package dev.loombench.load.tls.openssl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.tls.certificate.TlsMaterial;
import dev.loombench.load.tls.engine.TlsEngine;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.load.tls.engine.TlsTarget;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// OpenSSL 3 by the foreign-function API.
///
/// One memory BIO has the input of all sessions of the worker, and one their output: each step
/// consumes what was received, where it is, and its caller takes what is to be sent, so that a
/// connection needs no buffer between two records but those of OpenSSL, which many connections do
/// without. Certificates are checked by the same authorities as those of the JDK.
public final class OpenSslEngine implements TlsEngine {
    private static final int TLS_1_2 = 0x0303;
    private static final int TLS_1_3 = 0x0304;

    /// About the memory in which OpenSSL reads and writes the records of a connection.
    private static final long BUFFERS_PER_CONNECTION = 34L << 10;

    /// The most memory for such buffers that connections keep between two records: with more
    /// connections they would be most of the generator's memory.
    private static final long MAX_BUFFERS = 8L << 20;

    /// Sessions of earlier connections that are kept for resumption. A server may accept each once.
    private static final int MAX_SESSIONS = 256;

    private final Arena arena = Arena.ofShared();
    private final TlsTarget target;
    private final boolean resumption;
    private final boolean hasCertificate;
    private final long context;
    private final InputBio input = new InputBio(arena.allocate(ADDRESS));
    private final long output;
    private final @Nullable MemorySegment serverName;

    /// Memory for a pointer, and for an int.
    private final MemorySegment pointer = arena.allocate(ADDRESS);

    private final MemorySegment number = arena.allocate(JAVA_INT);
    private final long[] sessions = new long[MAX_SESSIONS];
    private int sessionCount;

    /// The buffer of the transport, which is the same each time, and its address.
    private @Nullable ByteBuffer received;

    private long receivedAddress;

    /// The buffer for plain bytes, and its address.
    private @Nullable ByteBuffer plain;

    private long plainAddress;

    /// @param connections of all workers of the load
    public OpenSslEngine(
            TlsTarget target, TlsPolicy policy, TlsMaterial material, int connections) {
        this.target = target;
        resumption = policy.resumption();
        hasCertificate = material.identity().isPresent();
        context = OpenSslContexts.create();
        if (context == 0) {
            throw new IllegalStateException("OpenSSL creates no context");
        }
        output = MemoryBios.create();
        var name = target.serverName();
        serverName = name.isPresent() ? arena.allocateFrom(name.get()) : null;
        versions(policy);
        if (releasesBuffers(connections)) {
            OpenSslContexts.control(
                    context, OpenSslContexts.CTRL_MODE, OpenSslContexts.MODE_RELEASE_BUFFERS, 0);
        }
        // else each record takes two reads of the input: its header, and the rest. From OpenSSL 3.2
        // on it begins with the keys of the data (tls_set_options in tls_common.c). An empty buffer
        // is released nevertheless (ssl3_read_bytes, and later tls_release_record)
        OpenSslContexts.control(context, OpenSslContexts.CTRL_SET_READ_AHEAD, 1, 0);
        OpenSslContexts.control(context, OpenSslContexts.CTRL_SET_SESS_CACHE_MODE, 0, 0);
        OpenSslContexts.setOptions(context, OpenSslContexts.OP_NO_RENEGOTIATION);
        if (!target.protocols().isEmpty()) {
            OpenSslContexts.setAlpn(context, alpn(target.protocols()));
        }
        if (material.verified()) {
            verify(material);
        } else {
            OpenSslContexts.setVerify(context, OpenSslContexts.VERIFY_NONE);
        }
        material.identity().ifPresent(this::identify);
        OpenSslErrors.clear();
    }

    /// Whether connections have buffers only while a record is in them, which takes two allocations
    /// of 17 KB per request.
    static boolean releasesBuffers(int connections) {
        return connections * BUFFERS_PER_CONNECTION > MAX_BUFFERS;
    }

    private void versions(TlsPolicy policy) {
        int least = TLS_1_2;
        int most = TLS_1_3;
        if (policy.version().isPresent()) {
            least = number(policy.version().get());
            most = least;
        }
        OpenSslContexts.control(context, OpenSslContexts.CTRL_SET_MIN_PROTO_VERSION, least, 0);
        OpenSslContexts.control(context, OpenSslContexts.CTRL_SET_MAX_PROTO_VERSION, most, 0);
    }

    private static int number(TlsPolicy.Version version) {
        return switch (version) {
            case TLS_1_2 -> TLS_1_2;
            case TLS_1_3 -> TLS_1_3;
        };
    }

    private MemorySegment alpn(List<String> protocols) {
        var bytes = new ByteArrayOutputStream();
        for (var protocol : protocols) {
            bytes.write(protocol.length());
            bytes.writeBytes(protocol.getBytes(US_ASCII));
        }
        return arena.allocateFrom(JAVA_BYTE, bytes.toByteArray());
    }

    /// A trusted certificate need not be that of a root, as with the JDK.
    private void verify(TlsMaterial material) {
        OpenSslContexts.setVerify(context, OpenSslContexts.VERIFY_PEER);
        long store = OpenSslContexts.store(context);
        for (var authority : material.trustManager().getAcceptedIssuers()) {
            long certificate = copy(authority);
            OpenSslCertificates.addToStore(store, certificate);
            OpenSslCertificates.freeCertificate(certificate);
        }
        long parameters = OpenSslContexts.verifyParameters(context);
        OpenSslCertificates.setVerifyFlags(parameters, OpenSslCertificates.V_FLAG_PARTIAL_CHAIN);
        var host = arena.allocateFrom(target.host());
        int set =
                target.isAddress()
                        ? OpenSslCertificates.setAddress(parameters, host)
                        : OpenSslCertificates.setHost(parameters, host);
        if (set != 1) {
            throw new IllegalStateException("OpenSSL refuses the host " + target.host());
        }
    }

    private void identify(TlsMaterial.Identity identity) {
        var der = arena.allocateFrom(JAVA_BYTE, identity.key().getEncoded());
        pointer.set(JAVA_LONG, 0, der.address());
        long key = OpenSslCertificates.privateKey(pointer, der.byteSize());
        boolean first = true;
        int accepted = 1;
        for (var certificate : identity.chain()) {
            long copied = copy(certificate);
            accepted &=
                    first
                            ? OpenSslContexts.useCertificate(context, copied)
                            : (int)
                                    OpenSslContexts.control(
                                            context, OpenSslContexts.CTRL_CHAIN_CERT, 1, copied);
            OpenSslCertificates.freeCertificate(copied);
            first = false;
        }
        accepted &= key == 0 ? 0 : OpenSslContexts.usePrivateKey(context, key);
        OpenSslCertificates.freePrivateKey(key);
        if (accepted != 1) {
            long error = OpenSslErrors.take();
            OpenSslErrors.clear();
            throw new WrongInput(
                    "OpenSSL does not accept the certificate and the key of the client (reason %d); do they belong to each other?"
                            .formatted(OpenSslErrors.reason(error)));
        }
    }

    private long copy(X509Certificate certificate) {
        try {
            var der = arena.allocateFrom(JAVA_BYTE, certificate.getEncoded());
            pointer.set(JAVA_LONG, 0, der.address());
            long copied = OpenSslCertificates.certificate(pointer, der.byteSize());
            if (copied == 0) {
                throw new IllegalStateException(
                        "OpenSSL cannot read the certificate of "
                                + certificate.getSubjectX500Principal());
            }
            return copied;
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was read has no encoding", e);
        }
    }

    @Override
    public TlsSession open() {
        long ssl = OpenSslConnections.create(context);
        if (ssl == 0) {
            throw new IllegalStateException("OpenSSL has no memory for a connection");
        }
        MemoryBios.upRef(input.address());
        MemoryBios.upRef(output);
        OpenSslConnections.setBio(ssl, input.address(), output);
        OpenSslConnections.setConnectState(ssl);
        if (serverName != null) {
            OpenSslConnections.setServerName(ssl, serverName);
        }
        resume(ssl);
        return new OpenSslSession(this, ssl, hasCertificate);
    }

    /// The last session serves any number of connections, and the others one each.
    private void resume(long ssl) {
        if (sessionCount == 0) {
            return;
        }
        long session = sessions[sessionCount - 1];
        ResumableSessions.set(ssl, session);
        if (sessionCount > 1) {
            sessionCount--;
            ResumableSessions.free(session);
        }
    }

    /// Keeps the session of a connection, if it can be resumed.
    ///
    /// @param kept the one of this connection that was kept before; 0 for none
    /// @return the one that is kept now
    long keepSession(long ssl, long kept) {
        if (!resumption) {
            return kept;
        }
        long session = ResumableSessions.of(ssl);
        if (session == 0) {
            return kept;
        }
        if (session == kept || !ResumableSessions.isResumable(session)) {
            ResumableSessions.free(session);
            return kept;
        }
        if (sessionCount == MAX_SESSIONS) {
            sessionCount--;
            ResumableSessions.free(sessions[sessionCount]);
        }
        sessions[sessionCount++] = session;
        return session;
    }

    @SuppressWarnings("ReferenceEquality") // the same buffer, and not one of the same bytes
    void receive(ByteBuffer bytes) {
        if (bytes != received) {
            received = bytes;
            receivedAddress = address(bytes);
        }
        input.set(receivedAddress + bytes.position(), bytes.remaining());
        bytes.position(bytes.limit());
    }

    /// The address of a buffer for plain bytes, off-heap.
    @SuppressWarnings("ReferenceEquality") // as in `receive`
    long addressOf(ByteBuffer empty) {
        if (empty != plain) {
            plain = empty;
            plainAddress = address(empty);
        }
        return plainAddress;
    }

    private static long address(ByteBuffer direct) {
        return MemorySegment.ofBuffer(direct.duplicate().clear()).address();
    }

    boolean hasInput() {
        return !input.isEmpty();
    }

    int pending() {
        return MemoryBios.pending(output);
    }

    /// @return whether that was all; otherwise there may be more
    boolean take(EncodedRequest into) {
        int room = (int) into.memory().byteSize();
        int count = MemoryBios.read(output, into.address(), room);
        into.setLength(Math.max(0, count));
        return count < room;
    }

    /// The protocol that ALPN selected; empty for none.
    String applicationProtocol(long ssl) {
        OpenSslConnections.alpnSelected(ssl, pointer, number);
        int length = number.get(JAVA_INT, 0);
        long address = pointer.get(JAVA_LONG, 0);
        for (var offered : target.protocols()) {
            if (offered.length() == length && isProtocol(offered, address)) {
                return offered;
            }
        }
        return "";
    }

    @SuppressWarnings("restricted") // of the given length
    private static boolean isProtocol(String offered, long address) {
        var selected = MemorySegment.ofAddress(address).reinterpret(offered.length());
        return MemorySegment.ofArray(offered.getBytes(US_ASCII)).mismatch(selected) == -1;
    }

    @Override
    public void discardInput() {
        input.clear();
    }

    @Override
    public void close() {
        while (sessionCount > 0) {
            ResumableSessions.free(sessions[--sessionCount]);
        }
        MemoryBios.free(input.address());
        MemoryBios.free(output);
        OpenSslContexts.free(context);
        arena.close();
    }
}
