package dev.loombench.load.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.tls.engine.TlsAgreement;
import dev.loombench.load.tls.engine.TlsEngine;
import dev.loombench.load.tls.engine.TlsSession;
import dev.loombench.load.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What TLS sends by itself, and what waits for it, without sockets and without a library.
class TlsOutputTest {
    /// As in `TlsTransport`.
    private static final int MAX_ANSWERS = 64;

    private static final byte HANDSHAKE = 22;

    private final Session session = new Session();
    private final Inner inner = new Inner();
    private final Log log = new Log();
    private final Transport tls = new TlsTransport(inner, new Engine(session), 1);

    /// A request that is sent within another handshake of the server leaves once that has ended.
    @Test
    void the_end_of_a_tracked_send_is_reported_once() throws Exception {
        tls.connect(0);
        await(events -> events.opened(0));
        session.inHandshake = true;
        tls.sendTracked(0, TlsClient.GET);
        assertThat(tls.isSending(0)).isTrue();
        assertThat(inner.sends).isZero();

        awaitRecord();
        assertThat(tls.isSending(0)).isFalse();
        assertThat(inner.sends).isOne();
        assertThat(log.events).containsExactly("opened", "sent");

        awaitRecord();
        assertThat(log.events).containsExactly("opened", "sent");
    }

    /// As those to updates of keys.
    @Test
    void a_server_that_reads_no_answers_to_its_records_is_given_up() throws Exception {
        tls.connect(0);
        await(events -> events.opened(0));
        inner.blocks = true;
        session.answers = true;
        for (int i = 0; i < MAX_ANSWERS; i++) {
            awaitRecord();
        }
        assertThat(log.events).containsExactly("opened");
        awaitRecord();
        assertThat(log.events).containsExactly("opened", "TLS_PROTOCOL");
        awaitRecord();
        assertThat(log.events).hasSize(2);
    }

    private void awaitRecord() throws Exception {
        await(events -> events.received(0, ByteBuffer.wrap(new byte[] {HANDSHAKE})));
    }

    private void await(Consumer<Transport.Events> event) throws Exception {
        inner.next.add(event);
        tls.await(0, log);
    }

    /// Another handshake ends with the next bytes of the server.
    private static final class Session implements TlsSession {
        private static final int ANSWER = 30;

        private boolean inHandshake;
        private boolean answers;
        private int output;

        @Override
        public void feed(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public Step handshake() {
            return Step.READY;
        }

        @Override
        public Step read(ByteBuffer plain) {
            inHandshake = false;
            output += answers ? ANSWER : 0;
            return Step.WAITS;
        }

        @Override
        public int write(EncodedRequest request, int from, int length) {
            if (inHandshake) {
                return 0;
            }
            output += length;
            return length;
        }

        @Override
        public int pending() {
            return output;
        }

        @Override
        public void take(EncodedRequest into) {
            into.setLength(output);
            output = 0;
        }

        @Override
        public void end() {}

        @Override
        public ErrorKind fault() {
            throw new IllegalStateException("nothing has failed");
        }

        @Override
        public String alert() {
            return "";
        }

        @Override
        public String found() {
            return "";
        }

        @Override
        public boolean lacksCertificate() {
            return false;
        }

        @Override
        public TlsAgreement agreement() {
            return new TlsAgreement("TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256", "", false);
        }

        @Override
        public void close() {}
    }

    private record Engine(Session session) implements TlsEngine {
        @Override
        public TlsSession open() {
            return session;
        }

        @Override
        public void discardInput() {}

        @Override
        public void close() {}
    }

    /// Takes all bytes at once, or never the last ones, and reports one event in each wait.
    private static final class Inner implements Transport {
        private final Deque<Consumer<Events>> next = new ArrayDeque<>();
        private boolean blocks;
        private int sends;

        @Override
        public String name() {
            return "inner";
        }

        @Override
        public void connect(int id) {}

        @Override
        public void send(int id, EncodedRequest request) {
            sends++;
        }

        @Override
        public boolean isSending(int id) {
            return blocks && sends > 0;
        }

        @Override
        public void close(int id) {}

        @Override
        public void await(long until, Events events) {
            next.remove().accept(events);
        }

        @Override
        public void wakeUp() {}

        @Override
        public long waitedNanos() {
            return 0;
        }

        @Override
        public void close() {}
    }

    private static final class Log implements Transport.Events {
        private final List<String> events = new ArrayList<>();

        @Override
        public void opened(int id) {
            events.add("opened");
        }

        @Override
        public void received(int id, ByteBuffer bytes) {
            events.add("received");
        }

        @Override
        public void sent(int id) {
            events.add("sent");
        }

        @Override
        public void ended(int id) {
            events.add("ended");
        }

        @Override
        public void broken(int id, ErrorKind error) {
            events.add(error.name());
        }
    }
}
