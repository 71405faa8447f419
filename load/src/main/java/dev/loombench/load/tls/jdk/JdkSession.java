package dev.loombench.load.tls.jdk;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.ReceivedAlert;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.engine.TlsAgreement;
import dev.loombench.load.tls.engine.TlsAlert;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.text.TextSanitizer;
import java.nio.ByteBuffer;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A connection of the JDK's engine.
final class JdkSession implements TlsSession {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final JdkEngine owner;
    private final SSLEngine engine;
    private boolean begun;

    /// The received bytes, until the event ends.
    private ByteBuffer input = NOTHING;

    /// The part of a record whose rest has not come, up to its position; null without one.
    private @Nullable ByteBuffer kept;

    private @Nullable TlsAgreement agreement;
    private @Nullable ErrorKind fault;
    private String alert = "";
    private String found = "";
    private boolean certificateSeen;
    private boolean certificateRequested;

    JdkSession(JdkEngine owner, SSLEngine engine) {
        this.owner = owner;
        this.engine = engine;
    }

    @Override
    public void feed(ByteBuffer bytes) {
        input = bytes;
    }

    @Override
    public Step handshake() {
        return step(NOTHING, true);
    }

    @Override
    public Step read(ByteBuffer plain) {
        return step(plain, false);
    }

    private Step step(ByteBuffer plain, boolean handshake) {
        owner.check().reset();
        owner.key().reset();
        try {
            if (!begun) {
                begun = true;
                engine.beginHandshake();
            }
            return advance(plain, handshake);
        } catch (SSLException e) {
            fault = kind(e);
            sendAlert();
            return Step.FAILED;
        } finally {
            certificateSeen |= owner.check().called();
            certificateRequested |= owner.key().requested();
        }
    }

    private Step advance(ByteBuffer plain, boolean handshake) throws SSLException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    if (wrap(NOTHING).getStatus() == Status.CLOSED) {
                        return Step.ENDED;
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    var step = unwrap(plain);
                    if (step != null) {
                        return step;
                    }
                }
                case NOT_HANDSHAKING, FINISHED -> {
                    if (handshake) {
                        agree();
                        return Step.READY;
                    }
                    var step = unwrap(plain);
                    if (step != null) {
                        return step;
                    }
                }
            }
        }
    }

    private void runTasks() {
        for (var task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void agree() {
        var session = engine.getSession();
        agreement =
                new TlsAgreement(
                        session.getProtocol(),
                        session.getCipherSuite(),
                        Objects.requireNonNullElse(engine.getApplicationProtocol(), ""),
                        !certificateSeen && !owner.check().called());
    }

    /// Takes one record.
    ///
    /// @return null where the next step follows at once
    private @Nullable Step unwrap(ByteBuffer plain) throws SSLException {
        if (!input.hasRemaining() && kept == null) {
            return Step.WAITS;
        }
        var result = kept == null ? engine.unwrap(input, plain) : unwrapKept(kept, plain);
        return switch (result.getStatus()) {
            case OK -> result.bytesProduced() > 0 ? Step.READY : null;
            case CLOSED -> Step.ENDED;
            case BUFFER_UNDERFLOW -> keep() ? null : Step.WAITS;
            case BUFFER_OVERFLOW ->
                    throw new SSLException("a record of more than " + plain.capacity() + " bytes");
        };
    }

    private SSLEngineResult unwrapKept(ByteBuffer part, ByteBuffer plain) throws SSLException {
        part.flip();
        try {
            return engine.unwrap(part, plain);
        } finally {
            part.compact();
            if (part.position() == 0) {
                releaseKept();
            }
        }
    }

    /// Moves received bytes to those that are kept, as many as fit.
    ///
    /// @return whether there were any
    private boolean keep() throws SSLException {
        if (!input.hasRemaining()) {
            return false;
        }
        var part = kept == null ? owner.buffer() : kept;
        kept = part;
        int count = Math.min(input.remaining(), part.remaining());
        if (count == 0) {
            throw new SSLException("a record of more than " + part.capacity() + " bytes");
        }
        part.put(part.position(), input, input.position(), count);
        part.position(part.position() + count);
        input.position(input.position() + count);
        return true;
    }

    private void releaseKept() {
        if (kept != null) {
            owner.release(kept);
            kept = null;
        }
    }

    private SSLEngineResult wrap(ByteBuffer plain) throws SSLException {
        while (true) {
            var result = engine.wrap(plain, owner.output());
            if (result.getStatus() != Status.BUFFER_OVERFLOW) {
                return result;
            }
            owner.growOutput();
        }
    }

    /// The alert tells the server why.
    private void sendAlert() {
        try {
            boolean written = true;
            while (written && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                written = wrap(NOTHING).bytesProduced() > 0;
            }
        } catch (SSLException _) {
            // The connection failed before, and the first failure is the one that counts.
        }
    }

    @Override
    public int write(EncodedRequest request, int from, int length) {
        owner.check().reset(); // else a failure would be that of another session's certificate
        var plain = request.from(from);
        int limit = plain.limit();
        plain.limit(from + length);
        try {
            while (plain.hasRemaining()) {
                var status = engine.getHandshakeStatus();
                if (status == HandshakeStatus.NEED_UNWRAP || wrap(plain).bytesProduced() == 0) {
                    break;
                }
            }
            return plain.position() - from;
        } catch (SSLException e) {
            fault = kind(e);
            return -1;
        } finally {
            plain.limit(limit);
        }
    }

    @Override
    public int pending() {
        return owner.output().position();
    }

    @Override
    public void take(EncodedRequest into) {
        owner.take(into);
    }

    @Override
    public void end() {
        engine.closeOutbound();
        try {
            wrap(NOTHING);
        } catch (SSLException _) {
            // The connection is closed in any case.
        }
    }

    /// The check of the certificate says most; else the text of the exception, which names the
    /// alert.
    private ErrorKind kind(SSLException failure) {
        var ofCertificate = owner.check().fault();
        if (ofCertificate != null) {
            found = TextSanitizer.of(owner.check().found());
            return ofCertificate;
        }
        var received = ReceivedAlert.in(failure);
        if (received.isPresent()) {
            alert = received.get();
            boolean requested = certificateRequested || owner.key().requested();
            return TlsAlert.kind(alert, requested);
        }
        var message = String.valueOf(failure.getMessage());
        if (message.contains("protocol_version") || message.contains("protocol version")) {
            return ErrorKind.TLS_VERSION;
        }
        found = TextSanitizer.of(message);
        return ErrorKind.TLS_PROTOCOL;
    }

    @Override
    public ErrorKind fault() {
        return requireNonNull(fault);
    }

    @Override
    public String alert() {
        return alert;
    }

    @Override
    public String found() {
        return found;
    }

    @Override
    public boolean lacksCertificate() {
        return certificateRequested && engine.getSession().getLocalCertificates() == null;
    }

    @Override
    public TlsAgreement agreement() {
        return requireNonNull(agreement);
    }

    @Override
    public void close() {
        input = NOTHING;
        releaseKept();
        owner.output().clear();
    }
}
