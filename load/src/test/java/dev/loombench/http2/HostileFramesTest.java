package dev.loombench.http2;

import static dev.loombench.http2.ErrorCode.COMPRESSION_ERROR;
import static dev.loombench.http2.ErrorCode.ENHANCE_YOUR_CALM;
import static dev.loombench.http2.ErrorCode.FLOW_CONTROL_ERROR;
import static dev.loombench.http2.ErrorCode.FRAME_SIZE_ERROR;
import static dev.loombench.http2.ErrorCode.PROTOCOL_ERROR;
import static dev.loombench.http2.ErrorCode.STREAM_CLOSED;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Frames that a server must not send, and what each means: a fault of the connection, or of one
/// response. The client has sent the requests 1 and 3, and the settings of the server have come
/// unless a case says otherwise. Every case is read whole and byte by byte.
class HostileFramesTest {
    private static final int ACK = FrameType.ACK;
    private static final int END = FrameType.END_STREAM;
    private static final int END_HEADERS = FrameType.END_HEADERS;
    private static final int PADDED = FrameType.PADDED;
    private static final int PRIORITY = FrameType.PRIORITY_FIELDS;
    private static final int LARGEST = 16_384;

    /// A case.
    ///
    /// @param begins whether the server's settings come before
    /// @param expected the last event
    record Case(String name, boolean begins, FrameBytes frames, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    /// A fault of the connection.
    private static Case fault(String name, ErrorCode code, FrameBytes frames) {
        return new Case(name, true, frames, "failed MALFORMED " + code);
    }

    private static Case atStart(String name, ErrorCode code, FrameBytes frames) {
        return new Case(name, false, frames, "failed MALFORMED " + code);
    }

    private static Case tooLarge(String name, FrameBytes frames) {
        return new Case(name, true, frames, "failed TOO_LARGE " + ENHANCE_YOUR_CALM);
    }

    /// A fault of the response to request 1.
    private static Case response(String name, FrameBytes frames) {
        return new Case(name, true, frames, "malformed 0");
    }

    private static FrameBytes frames() {
        return new FrameBytes();
    }

    private static FrameBytes text(String bytes) {
        return frames().raw(bytes.getBytes(US_ASCII));
    }

    static Stream<Case> cases() {
        return Stream.of(
                        starts(),
                        sizes(),
                        streams(),
                        settings(),
                        windows(),
                        blocks(),
                        compression(),
                        responses(),
                        data(),
                        floods())
                .flatMap(List::stream);
    }

    private static List<Case> starts() {
        return List.of(
                new Case(
                        "a response of HTTP/1.1",
                        false,
                        text("HTTP/1.1 400 Bad Request\r\n\r\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new Case(
                        "a response of HTTP/1.0",
                        false,
                        text("HTTP/1.0 505 Version\r\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new Case(
                        "a page of HTML, as to a request of HTTP/0.9",
                        false,
                        text("<!DOCTYPE HTML>\n<html lang=\"en\">\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new Case(
                        "a page of HTML without a document type",
                        false,
                        text("<html><head>"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                atStart("a document of XML", PROTOCOL_ERROR, text("<?xml version='1.0'?>")),
                atStart(
                        "an alert of TLS",
                        PROTOCOL_ERROR,
                        frames().raw(21, 3, 3, 0, 2, 2, 70, 0, 0)),
                atStart("a greeting of SSH", PROTOCOL_ERROR, text("SSH-2.0-OpenSSH_9\r\n")),
                atStart("a greeting of SMTP", PROTOCOL_ERROR, text("220 mail ESMTP\r\n")),
                atStart("the preface of a client", PROTOCOL_ERROR, text("PRI * HTTP/2.0\r\n\r\n")),
                atStart("zeros", PROTOCOL_ERROR, frames().raw(new byte[64])),
                atStart("a ping before the settings", PROTOCOL_ERROR, frames().ping(0)),
                atStart(
                        "a response before the settings",
                        PROTOCOL_ERROR,
                        frames().headers(1, true, ":status: 200")),
                atStart(
                        "a goaway before the settings",
                        PROTOCOL_ERROR,
                        frames().goAway(0, PROTOCOL_ERROR)),
                atStart(
                        "an acknowledgement before the settings",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.SETTINGS, ACK, 0)),
                atStart(
                        "settings larger than any frame",
                        FRAME_SIZE_ERROR,
                        frames().header(0xffffff, FrameType.SETTINGS, 0, 0)));
    }

    private static List<Case> sizes() {
        return List.of(
                fault(
                        "data above the largest frame",
                        FRAME_SIZE_ERROR,
                        frames().header(LARGEST + 1, FrameType.DATA, 0, 1)),
                fault(
                        "fields above the largest frame",
                        FRAME_SIZE_ERROR,
                        frames().header(LARGEST + 1, FrameType.HEADERS, END_HEADERS, 1)),
                fault(
                        "an unknown frame above the largest",
                        FRAME_SIZE_ERROR,
                        frames().header(LARGEST + 1, 0xaa, 0, 0)),
                fault(
                        "a short ping",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.PING, 0, 0, new byte[7])),
                fault(
                        "a long ping",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.PING, 0, 0, new byte[9])),
                fault(
                        "an empty ping",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.PING, ACK, 0, new byte[0])),
                fault(
                        "a short reset",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.RST_STREAM, 0, 1, new byte[3])),
                fault(
                        "a long reset",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.RST_STREAM, 0, 1, new byte[5])),
                fault(
                        "a short window update",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.WINDOW_UPDATE, 0, 0, new byte[3])),
                fault(
                        "a long window update",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.WINDOW_UPDATE, 0, 1, new byte[8])),
                fault(
                        "a short goaway",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.GOAWAY, 0, 0, new byte[7])),
                fault(
                        "a short priority",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.PRIORITY, 0, 1, new byte[4])),
                fault(
                        "a long priority",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.PRIORITY, 0, 1, new byte[6])),
                fault(
                        "settings of half an entry",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.SETTINGS, 0, 0, new byte[3])),
                fault(
                        "an acknowledgement with content",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.SETTINGS, ACK, 0, new byte[6])),
                fault(
                        "padded data without its padding",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.DATA, PADDED, 1, new byte[0])),
                fault(
                        "padded fields without their padding",
                        FRAME_SIZE_ERROR,
                        frames().frame(FrameType.HEADERS, PADDED | END_HEADERS, 1, new byte[0])));
    }

    private static List<Case> streams() {
        return List.of(
                fault(
                        "data without a stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.DATA, 0, 0, 1)),
                fault(
                        "fields without a stream",
                        PROTOCOL_ERROR,
                        frames().headers(0, true, ":status: 200")),
                fault(
                        "a reset without a stream",
                        PROTOCOL_ERROR,
                        frames().reset(0, ErrorCode.CANCEL)),
                fault(
                        "a priority without a stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.PRIORITY, 0, 0, new byte[5])),
                fault(
                        "settings on a stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.SETTINGS, 0, 1, new byte[0])),
                fault(
                        "a ping on a stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.PING, 0, 1, new byte[8])),
                fault(
                        "a goaway on a stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.GOAWAY, 0, 1, new byte[8])),
                fault("a response that was not requested", PROTOCOL_ERROR, frames().ok(5)),
                fault("data that was not requested", PROTOCOL_ERROR, frames().data(7, true, 1)),
                fault(
                        "a response on a stream of the server",
                        PROTOCOL_ERROR,
                        frames().headers(2, true, ":status: 200")),
                fault("data on a stream of the server", PROTOCOL_ERROR, frames().data(2, true, 1)),
                fault(
                        "a reset of a stream that was not opened",
                        PROTOCOL_ERROR,
                        frames().reset(5, ErrorCode.CANCEL)),
                fault(
                        "a reset of a stream of the server",
                        PROTOCOL_ERROR,
                        frames().reset(2, ErrorCode.CANCEL)),
                fault(
                        "a window of a stream that was not opened",
                        PROTOCOL_ERROR,
                        frames().windowUpdate(99, 1)),
                fault(
                        "a pushed response",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.PUSH_PROMISE, END_HEADERS, 1, 0, 0, 0, 2, 0x82)),
                fault("a second response", STREAM_CLOSED, frames().ok(1).ok(1)),
                fault("data after the end", STREAM_CLOSED, frames().ok(1).data(1, false, 3)),
                fault(
                        "trailers after the end",
                        STREAM_CLOSED,
                        frames().ok(1).headers(1, true, "grpc-status: 0")),
                fault(
                        "a response after its reset",
                        STREAM_CLOSED,
                        frames().reset(1, ErrorCode.CANCEL).ok(1)),
                fault(
                        "a second goaway with a higher stream",
                        PROTOCOL_ERROR,
                        frames().goAway(1, ErrorCode.NO_ERROR).goAway(3, ErrorCode.NO_ERROR)));
    }

    private static List<Case> settings() {
        return List.of(
                fault(
                        "a server that would push",
                        PROTOCOL_ERROR,
                        frames().settings(SettingId.ENABLE_PUSH, 1)),
                fault(
                        "a push setting that is no boolean",
                        PROTOCOL_ERROR,
                        frames().settings(SettingId.ENABLE_PUSH, 2)),
                fault(
                        "an initial window of 2^31",
                        FLOW_CONTROL_ERROR,
                        frames().settings(SettingId.INITIAL_WINDOW_SIZE, Integer.MIN_VALUE)),
                fault(
                        "an initial window of 2^32 - 1",
                        FLOW_CONTROL_ERROR,
                        frames().settings(SettingId.INITIAL_WINDOW_SIZE, -1)),
                fault(
                        "a largest frame of 0",
                        PROTOCOL_ERROR,
                        frames().settings(SettingId.MAX_FRAME_SIZE, 0)),
                fault(
                        "a largest frame of 16,383",
                        PROTOCOL_ERROR,
                        frames().settings(SettingId.MAX_FRAME_SIZE, 16_383)),
                fault(
                        "a largest frame of 2^24",
                        PROTOCOL_ERROR,
                        frames().settings(SettingId.MAX_FRAME_SIZE, 1 << 24)),
                fault(
                        "a right setting and then a wrong one",
                        PROTOCOL_ERROR,
                        frames().settings(
                                        SettingId.MAX_CONCURRENT_STREAMS,
                                        5,
                                        SettingId.ENABLE_PUSH,
                                        1)));
    }

    private static List<Case> windows() {
        return List.of(
                fault(
                        "a window of the connection that grows by 0",
                        PROTOCOL_ERROR,
                        frames().windowUpdate(0, 0)),
                fault(
                        "a window of the connection that overflows",
                        FLOW_CONTROL_ERROR,
                        frames().windowUpdate(0, Integer.MAX_VALUE)),
                fault(
                        "a window of the connection that overflows in the end",
                        FLOW_CONTROL_ERROR,
                        frames().windowUpdate(0, 1 << 30).windowUpdate(0, 1 << 30)),
                response("a window of a stream that grows by 0", frames().windowUpdate(1, 0)),
                response(
                        "a window of a stream that overflows",
                        frames().windowUpdate(1, Integer.MAX_VALUE)),
                fault(
                        "an initial window that makes a stream's overflow",
                        FLOW_CONTROL_ERROR,
                        frames().windowUpdate(1, 100)
                                .settings(SettingId.INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)));
    }

    private static List<Case> blocks() {
        return List.of(
                fault(
                        "a continuation without fields",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.CONTINUATION, END_HEADERS, 1, 0x88)),
                fault(
                        "a ping within a block",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88).ping(0)),
                fault(
                        "data within a block",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88).data(1, true, 1)),
                fault(
                        "an unknown frame within a block",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88).frame(0xaa, 0, 0, 1)),
                fault(
                        "a second block within a block",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88).ok(1)),
                fault(
                        "a continuation of another stream",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88)
                                .frame(FrameType.CONTINUATION, END_HEADERS, 3, 0x88)),
                fault(
                        "a continuation after the end of the block",
                        PROTOCOL_ERROR,
                        frames().ok(1).frame(FrameType.CONTINUATION, END_HEADERS, 1, 0x88)),
                fault(
                        "padding longer than the fields",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, PADDED | END_HEADERS, 1, 9, 0x88)),
                fault(
                        "a priority longer than the fields",
                        PROTOCOL_ERROR,
                        frames().frame(FrameType.HEADERS, PRIORITY | END_HEADERS, 1, 0, 0, 0, 1)),
                fault(
                        "padding into the priority",
                        PROTOCOL_ERROR,
                        frames().frame(
                                        FrameType.HEADERS,
                                        PADDED | PRIORITY | END_HEADERS,
                                        1,
                                        2,
                                        0,
                                        0,
                                        0,
                                        0,
                                        1)));
    }

    private static List<Case> compression() {
        return List.of(
                block("the index 0", 0x80),
                block("an index beyond the table", 0xff, 0x80, 0x01),
                block("an index of the empty dynamic table", 0xbe),
                block("an integer without its end", 0xff),
                block("an integer without limit", 0xff, 255, 255, 255, 255, 255, 255),
                block("a string beyond the block", 0x40, 0x0a, 'a'),
                block("a field without its value", 0x40, 0x01, 'a'),
                block("a Huffman string with a wrong end", 0x40, 0x81, 0x00, 0x00),
                block("a Huffman string with EOS", 0x40, 0x84, 255, 255, 255, 255, 0x00),
                block("a table larger than allowed", 0x3f, 0xe2, 0x1f),
                block("a change of the table after a field", 0x88, 0x20));
    }

    private static Case block(String name, int... octets) {
        return fault(
                name,
                COMPRESSION_ERROR,
                frames().frame(FrameType.HEADERS, END_HEADERS | END, 1, octets));
    }

    private static List<Case> responses() {
        return List.of(
                response("no status", frames().headers(1, true, "a: b")),
                response("no field at all", frames().frame(FrameType.HEADERS, END_HEADERS, 1)),
                response("an empty status", frames().headers(1, true, ":status: ")),
                response("a status of two digits", frames().headers(1, true, ":status: 20")),
                response("a status of four digits", frames().headers(1, true, ":status: 2000")),
                response("a status of 099", frames().headers(1, true, ":status: 099")),
                response("a status with a sign", frames().headers(1, true, ":status: +20")),
                response("two statuses", frames().headers(1, true, ":status: 200", ":status: 200")),
                response(
                        "a status after a field",
                        frames().headers(1, true, "a: b", ":status: 200")),
                response(
                        "a pseudo field of requests",
                        frames().headers(1, true, ":status: 200", ":path: /")),
                response(
                        "a pseudo field that is unknown",
                        frames().headers(1, true, ":status: 200", ":proto: x")),
                response("a name in upper case", frames().headers(1, true, ":status: 200", "A: b")),
                response(
                        "a name with a space", frames().headers(1, true, ":status: 200", "a b: c")),
                response(
                        "a name beyond ASCII",
                        frames().frame(
                                        FrameType.HEADERS,
                                        END_HEADERS | END,
                                        1,
                                        0x88,
                                        0x00,
                                        1,
                                        0xe4,
                                        1,
                                        'b')),
                response(
                        "an empty name",
                        frames().frame(
                                        FrameType.HEADERS,
                                        END_HEADERS | END,
                                        1,
                                        0x88,
                                        0x00,
                                        0,
                                        1,
                                        'b')),
                response(
                        "a value with a line break",
                        frames().headers(1, true, ":status: 200", "a: b\nc")),
                response(
                        "a value with a carriage return",
                        frames().headers(1, true, ":status: 200", "a: b\rc")),
                response("a value with NUL", frames().headers(1, true, ":status: 200", "a: b\0c")),
                response(
                        "the field connection",
                        frames().headers(1, true, ":status: 200", "connection: close")),
                response(
                        "the field transfer-encoding",
                        frames().headers(1, true, ":status: 200", "transfer-encoding: chunked")),
                response(
                        "the field upgrade",
                        frames().headers(1, true, ":status: 200", "upgrade: h2c")),
                response(
                        "the field keep-alive",
                        frames().headers(1, true, ":status: 200", "keep-alive: 5")),
                response(
                        "a length that is no number",
                        frames().headers(1, true, ":status: 200", "content-length: x")),
                response(
                        "a negative length",
                        frames().headers(1, true, ":status: 200", "content-length: -1")),
                response(
                        "a length of 30 digits",
                        frames().headers(
                                        1,
                                        true,
                                        ":status: 200",
                                        "content-length: " + "9".repeat(30))),
                response(
                        "two lengths",
                        frames().headers(
                                        1,
                                        true,
                                        ":status: 200",
                                        "content-length: 0",
                                        "content-length: 1")),
                response(
                        "an interim response that ends", frames().headers(1, true, ":status: 100")),
                response("a switch of protocols", frames().headers(1, false, ":status: 101")),
                response(
                        "trailers that do not end",
                        frames().headers(1, false, ":status: 200").headers(1, false, "a: b")),
                response(
                        "trailers with a status",
                        frames().headers(1, false, ":status: 200").ok(1)));
    }

    private static List<Case> data() {
        return List.of(
                response("content before the status", frames().data(1, false, 3)),
                response("an end before the status", frames().data(1, true, 0)),
                response(
                        "content after an interim response",
                        frames().headers(1, false, ":status: 103").data(1, true, 3)),
                response(
                        "less content than announced",
                        frames().headers(1, false, ":status: 200", "content-length: 4")
                                .data(1, true, 3)),
                response(
                        "more content than announced",
                        frames().headers(1, false, ":status: 200", "content-length: 2")
                                .data(1, true, 3)),
                response(
                        "no content where some was announced",
                        frames().headers(1, true, ":status: 200", "content-length: 1")),
                response(
                        "content of a response without",
                        frames().headers(1, false, ":status: 204").data(1, true, 3)),
                response(
                        "content of a response that was not modified",
                        frames().headers(1, false, ":status: 304", "content-length: 3")
                                .data(1, true, 3)),
                fault(
                        "padding as long as the data",
                        PROTOCOL_ERROR,
                        frames().headers(1, false, ":status: 200")
                                .frame(FrameType.DATA, PADDED, 1, 3, 0, 0)),
                fault(
                        "padding longer than the data",
                        PROTOCOL_ERROR,
                        frames().headers(1, false, ":status: 200")
                                .frame(FrameType.DATA, PADDED, 1, 255, 0)));
    }

    private static FrameBytes repeated(int times, FrameBytes one) {
        var all = frames();
        for (int i = 0; i < times; i++) {
            all.raw(one.bytes());
        }
        return all;
    }

    /// More frames in a row than a peer has reason for.
    private static List<Case> floods() {
        int many = IdleFrames.LIMIT + 1;
        var begun = frames().headers(1, false, ":status: 200").bytes();
        return List.of(
                fault("pings without end", ENHANCE_YOUR_CALM, repeated(many, frames().ping(0))),
                fault(
                        "replies to pings without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().ping(ACK))),
                fault(
                        "settings without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().settings(SettingId.MAX_CONCURRENT_STREAMS, 100))),
                fault(
                        "acknowledgements without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().frame(FrameType.SETTINGS, ACK, 0))),
                fault(
                        "windows without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().windowUpdate(0, 1))),
                fault(
                        "priorities without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().frame(FrameType.PRIORITY, 0, 1, new byte[5]))),
                fault(
                        "unknown frames without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().frame(0xaa, 0, 0))),
                fault(
                        "empty data without end",
                        ENHANCE_YOUR_CALM,
                        frames().raw(begun)
                                .raw(repeated(many, frames().data(1, false, 0)).bytes())),
                fault(
                        "padding without end",
                        ENHANCE_YOUR_CALM,
                        frames().raw(begun)
                                .raw(
                                        repeated(
                                                        many,
                                                        frames().frame(
                                                                        FrameType.DATA,
                                                                        PADDED,
                                                                        1,
                                                                        1,
                                                                        0))
                                                .bytes())),
                fault(
                        "interim responses without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().headers(1, false, ":status: 103"))),
                fault(
                        "empty continuations without end",
                        ENHANCE_YOUR_CALM,
                        frames().frame(FrameType.HEADERS, 0, 1, 0x88)
                                .raw(
                                        repeated(many, frames().frame(FrameType.CONTINUATION, 0, 1))
                                                .bytes())),
                fault(
                        "goaway without end",
                        ENHANCE_YOUR_CALM,
                        repeated(many, frames().goAway(3, ErrorCode.NO_ERROR))),
                tooLarge(
                        "a block without end",
                        frames().frame(FrameType.HEADERS, 0, 1, new byte[LARGEST])
                                .raw(
                                        repeated(
                                                        5,
                                                        frames().frame(
                                                                        FrameType.CONTINUATION,
                                                                        0,
                                                                        1,
                                                                        new byte[LARGEST]))
                                                .bytes())),
                tooLarge(
                        "fields of more than 64 KiB by their size",
                        frames().frame(FrameType.HEADERS, END_HEADERS | END, 1, bomb())));
    }

    /// A field of 4,000 bytes, which enters the table, and is then repeated by one byte each.
    private static byte[] bomb() {
        var block = frames().raw(0x40, 1, 'a', 0x7f, 0xa1, 0x1e).raw(new byte[4_000]);
        for (int i = 0; i < 50; i++) {
            block.raw(0xbe);
        }
        byte[] bytes = block.bytes();
        Arrays.fill(bytes, 6, 4_006, (byte) 'v');
        return bytes;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void each_is_recognised(Case hostile) {
        var whole = client(hostile);
        whole.receive(hostile.frames());
        assertThat(whole.events).endsWith(hostile.expected());
        check(whole, hostile);
        var pieces = client(hostile);
        for (byte one : hostile.frames().bytes()) {
            pieces.receive(new byte[] {one});
        }
        assertThat(pieces.events).endsWith(hostile.expected());
        check(pieces, hostile);
    }

    private static ClientFixture client(Case hostile) {
        var client = new ClientFixture(2);
        if (hostile.begins()) {
            client.receive(FrameBytes.begin());
            client.get(0);
            client.get(1);
        }
        client.written();
        return client;
    }

    /// A fault is told to the server, and nothing is read after it; after a malformed response the
    /// connection goes on.
    private static void check(ClientFixture client, Case hostile) {
        var written = client.written();
        int events = client.events.size();
        if (hostile.expected().startsWith("failed")) {
            assertThat(written.getLast()).startsWith("GOAWAY");
            client.receive(new FrameBytes().ok(3));
            assertThat(client.events).hasSize(events);
            assertThat(client.connection.hasRoom()).isFalse();
        } else {
            var code = hostile.name().endsWith("overflows") ? FLOW_CONTROL_ERROR : PROTOCOL_ERROR;
            assertThat(written).contains("RST_STREAM 1 " + code);
            client.receive(new FrameBytes().ok(3));
            assertThat(client.events).endsWith("responding 1", "responded 1 200");
        }
    }

    @Test
    void there_are_at_least_eighty() {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(80);
    }
}
