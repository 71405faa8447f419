package dev.loombench.http2;

import static dev.loombench.http2.ErrorCode.FLOW_CONTROL_ERROR;
import static dev.loombench.http2.ErrorCode.FRAME_SIZE_ERROR;
import static dev.loombench.http2.ErrorCode.PROTOCOL_ERROR;
import static dev.loombench.http2.ErrorCode.STREAM_CLOSED;
import static dev.loombench.http2.FrameBytes.frames;
import static dev.loombench.http2.FrameBytes.text;
import static dev.loombench.http2.HostileCase.ACK;
import static dev.loombench.http2.HostileCase.END_HEADERS;
import static dev.loombench.http2.HostileCase.LARGEST;
import static dev.loombench.http2.HostileCase.PADDED;
import static dev.loombench.http2.HostileCase.atStart;
import static dev.loombench.http2.HostileCase.fault;
import static dev.loombench.http2.HostileCase.response;

import java.util.List;
import java.util.stream.Stream;

/// Frames that are faults of the connection: at its start, by their size, of streams, of settings
/// and of windows.
final class HostileConnections {
    private HostileConnections() {}

    static Stream<HostileCase> all() {
        return Stream.of(starts(), sizes(), streams(), settings(), windows()).flatMap(List::stream);
    }

    private static List<HostileCase> starts() {
        return List.of(
                new HostileCase(
                        "a response of HTTP/1.1",
                        false,
                        text("HTTP/1.1 400 Bad Request\r\n\r\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new HostileCase(
                        "a response of HTTP/1.0",
                        false,
                        text("HTTP/1.0 505 Version\r\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new HostileCase(
                        "a page of HTML, as to a request of HTTP/0.9",
                        false,
                        text("<!DOCTYPE HTML>\n<html lang=\"en\">\n"),
                        "failed HTTP1 PROTOCOL_ERROR"),
                new HostileCase(
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

    private static List<HostileCase> sizes() {
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

    private static List<HostileCase> streams() {
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

    private static List<HostileCase> settings() {
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

    private static List<HostileCase> windows() {
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
}
