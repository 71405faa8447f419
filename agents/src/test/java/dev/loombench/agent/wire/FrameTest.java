package dev.loombench.agent.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult.Second;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameTest {
    /// After magic and protocol, two bytes each.
    private static final int KIND_AT = 4;

    static List<Frame> frames() {
        return List.of(
                new Frame.Hello("0.1.0"),
                new Frame.Text("0/users.csv", "name\nJörg\n"),
                new Frame.Prepare(3, true, false),
                new Frame.Begin(3, -1),
                new Frame.OpenWindow(3, 0, Long.MAX_VALUE, OptionalLong.of(1_000), true),
                new Frame.OpenWindow(3, 1, 5, OptionalLong.empty(), false),
                new Frame.CloseWindow(3, 1, 6),
                new Frame.Pause(3, true),
                new Frame.End(3),
                new Frame.Ping(9),
                new Frame.Welcome("0.1.0"),
                new Frame.Refused("is busy"),
                new Frame.Prepared(3, OptionalLong.of(40_000)),
                new Frame.Prepared(3, OptionalLong.empty()),
                new Frame.Check(3),
                new Frame.LoadFailed(3, Frame.FailureCause.USAGE, "no connection"),
                new Frame.LoadFailed(3, Frame.FailureCause.PROBE, "status 500"),
                new Frame.LoadFailed(3, Frame.FailureCause.GENERATOR, "bug"),
                new Frame.Progress(3, new LoadProgress(-5, 1, 2, 3, 4, 5, 6), true, false),
                new Frame.WindowClosed(3, 1, 12, OptionalLong.of(100), OptionalLong.empty(), "{}"),
                new Frame.Ended(3),
                new Frame.Pong(9, Long.MIN_VALUE, Optional.empty()),
                new Frame.Pong(
                        9,
                        5,
                        Optional.of(
                                new Frame.Progress(
                                        3, new LoadProgress(-5, 1, 2, 3, 4, 5, 6), false, true))),
                new Frame.ServerCall(4, ServerAction.LAUNCH, 2, -7),
                new Frame.ServerReply(4, true, "{}"),
                new Frame.ServerState(2, true, false));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void a_frame_arrives_as_it_was_sent(Frame frame) throws MalformedFrame {
        assertThat(FrameReader.read(FrameWriter.bytes(frame))).isEqualTo(frame);
    }

    @Test
    void histograms_arrive_with_all_counts() throws MalformedFrame {
        var frame = new Frame.Second(3, 1, CompressedInterval.of(interval(64)));
        var arrived = (Frame.Second) FrameReader.read(FrameWriter.bytes(frame));
        var interval = arrived.interval().decompressed();
        assertThat(interval.window()).isEqualTo(new Window(-5, 10));
        assertThat(interval.responseTime()).isEqualTo(interval(64).responseTime());
        assertThat(interval.serviceTime()).isEqualTo(interval(64).serviceTime());
    }

    @Test
    void histograms_of_another_unit_are_malformed() {
        var frame = new Frame.Second(3, 1, CompressedInterval.of(interval(1)));
        assertMalformed(FrameWriter.bytes(frame), "malformed histogram");
    }

    static Stream<Frame> allFrames() {
        return Stream.concat(
                frames().stream(),
                Stream.of(new Frame.Second(3, 1, CompressedInterval.of(interval(64)))));
    }

    @ParameterizedTest
    @MethodSource("allFrames")
    void a_frame_that_is_cut_or_continued_is_malformed(Frame frame) {
        var bytes = FrameWriter.bytes(frame);
        for (int length = 0; length < bytes.length; length++) {
            var cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> FrameReader.read(cut))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(MalformedFrame.class);
        }
        assertMalformed(Arrays.copyOf(bytes, bytes.length + 1), "1 bytes after the end");
    }

    @Test
    void a_length_beyond_the_end_allocates_nothing() {
        var bytes = FrameWriter.bytes(new Frame.Refused("is busy"));
        ByteBuffer.wrap(bytes).putInt(KIND_AT + 1, Integer.MAX_VALUE);
        assertMalformed(bytes, "a field of 2,147,483,647 bytes in the 7 that remain");
        ByteBuffer.wrap(bytes).putInt(KIND_AT + 1, -1);
        assertMalformed(bytes, "a field of -1 bytes");
    }

    @Test
    void unknown_kinds_values_out_of_range_and_other_programs_are_malformed() {
        var bytes = FrameWriter.bytes(new Frame.Pause(1, true));
        var unknown = bytes.clone();
        unknown[KIND_AT] = 99;
        assertMalformed(unknown, "unknown kind of frame: 99");
        var flag = bytes.clone();
        flag[flag.length - 1] = 2;
        assertMalformed(flag, "neither true nor false: 2");
        assertMalformed(
                "GET / HTTP/1.1\r\nHost: a\r\n".getBytes(UTF_8), "not a frame of Loombench");
        var negative =
                FrameWriter.bytes(
                        new Frame.Progress(1, new LoadProgress(0, -1, 0, 0, 0, 0, 0), true, true));
        assertMalformed(negative, "a negative count: -1");
    }

    @Test
    void another_protocol_can_only_introduce_itself_or_refuse() throws MalformedFrame {
        assertMalformed(otherProtocol(new Frame.End(3)), "protocol version 7 instead of 6");
        var refused = new Frame.Refused("runs version 2");
        assertThat(FrameReader.read(otherProtocol(refused))).isEqualTo(refused);
        var hello = new Frame.Hello("2");
        assertThat(FrameReader.read(otherProtocol(hello))).isEqualTo(hello);
    }

    private static byte[] otherProtocol(Frame frame) {
        var bytes = FrameWriter.bytes(frame);
        ByteBuffer.wrap(bytes).putShort(2, (short) 7);
        return bytes;
    }

    private static void assertMalformed(byte[] bytes, String message) {
        assertThatThrownBy(() -> FrameReader.read(bytes))
                .isInstanceOf(MalformedFrame.class)
                .hasMessageContaining(message);
    }

    /// @param lowest discernible value of its histograms; those of the generator have 64 ns
    private static Second interval(long lowest) {
        var response = new Histogram(lowest, 3_600_000_000_000L, 3);
        response.recordValueWithCount(5_000_000, 1_000);
        response.recordValue(3_000_000_000_000L);
        var service = new Histogram(lowest, 3_600_000_000_000L, 3);
        service.recordValue(2_000);
        return new Second(new Window(-5, 10), response, service);
    }
}
