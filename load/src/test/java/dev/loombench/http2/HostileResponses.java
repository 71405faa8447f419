package dev.loombench.http2;

import static dev.loombench.http2.ErrorCode.COMPRESSION_ERROR;
import static dev.loombench.http2.ErrorCode.ENHANCE_YOUR_CALM;
import static dev.loombench.http2.ErrorCode.PROTOCOL_ERROR;
import static dev.loombench.http2.FrameBytes.frames;
import static dev.loombench.http2.HostileCase.ACK;
import static dev.loombench.http2.HostileCase.END;
import static dev.loombench.http2.HostileCase.END_HEADERS;
import static dev.loombench.http2.HostileCase.LARGEST;
import static dev.loombench.http2.HostileCase.PADDED;
import static dev.loombench.http2.HostileCase.PRIORITY;
import static dev.loombench.http2.HostileCase.fault;
import static dev.loombench.http2.HostileCase.response;
import static dev.loombench.http2.HostileCase.tooLarge;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Frames of header blocks, responses and content that a server must not send, and floods.
final class HostileResponses {
    private HostileResponses() {}

    static Stream<HostileCase> all() {
        return Stream.of(blocks(), compression(), responses(), data(), floods())
                .flatMap(List::stream);
    }

    private static List<HostileCase> blocks() {
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

    private static List<HostileCase> compression() {
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

    private static HostileCase block(String name, int... octets) {
        return fault(
                name,
                COMPRESSION_ERROR,
                frames().frame(FrameType.HEADERS, END_HEADERS | END, 1, octets));
    }

    private static List<HostileCase> responses() {
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

    private static List<HostileCase> data() {
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
    private static List<HostileCase> floods() {
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
}
