package dev.loombench.agent.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.base.Window;
import dev.loombench.load.LoadProgress;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadResult.Interval;
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

class ConversationTest {
    private static final long SESSION = 0x0123_4567_89ab_cdefL;

    /// Magic 2, protocol 2, session 8, sequence 4.
    private static final int KIND_AT = 16;

    static List<Frame> frames() {
        return List.of(
                new Frame.Hello("0.1.0", -7),
                new Frame.TextPart("0/users.csv", "name\nJörg\n", true),
                new Frame.Prepare(3, true, false),
                new Frame.Begin(3, -1),
                new Frame.OpenWindow(3, 0, Long.MAX_VALUE, OptionalLong.of(1_000), true),
                new Frame.OpenWindow(3, 1, 5, OptionalLong.empty(), false),
                new Frame.CloseWindow(3, 1, 6),
                new Frame.Pause(3, true),
                new Frame.End(3),
                new Frame.Ping(9),
                new Frame.Welcome("0.1.0", 8),
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
                new Frame.ServerReply(4, true, "{}", false),
                new Frame.ServerState(2, true, false));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void a_frame_arrives_as_it_was_sent(Frame frame) throws MalformedFrame {
        var bytes = new Conversation(0, SESSION).next(frame);
        assertThat(new Conversation(SESSION, 0).read(bytes)).isEqualTo(frame);
    }

    @Test
    void histograms_arrive_with_all_counts() throws MalformedFrame {
        var frame = new Frame.Second(3, 1, CompressedInterval.of(interval(64)));
        var bytes = new Conversation(0, SESSION).next(frame);
        var arrived = (Frame.Second) new Conversation(SESSION, 0).read(bytes);
        var interval = arrived.interval().decompressed();
        assertThat(interval.window()).isEqualTo(new Window(-5, 10));
        assertThat(interval.responseTime()).isEqualTo(interval(64).responseTime());
        assertThat(interval.serviceTime()).isEqualTo(interval(64).serviceTime());
    }

    @Test
    void histograms_of_another_unit_are_malformed() {
        var frame = new Frame.Second(3, 1, CompressedInterval.of(interval(1)));
        assertMalformed(new Conversation(0, SESSION).next(frame), "malformed histogram");
    }

    static Stream<Frame> allFrames() {
        return Stream.concat(
                frames().stream(),
                Stream.of(new Frame.Second(3, 1, CompressedInterval.of(interval(64)))));
    }

    @ParameterizedTest
    @MethodSource("allFrames")
    void a_frame_that_is_cut_or_continued_is_malformed(Frame frame) {
        var bytes = new Conversation(0, SESSION).next(frame);
        for (int length = 0; length < bytes.length; length++) {
            var cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> new Conversation(SESSION, 0).read(cut))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(MalformedFrame.class);
        }
        assertMalformed(Arrays.copyOf(bytes, bytes.length + 1), "1 bytes after the end");
    }

    @Test
    void a_length_beyond_the_end_allocates_nothing() {
        var bytes = new Conversation(0, SESSION).next(new Frame.Refused("is busy"));
        ByteBuffer.wrap(bytes).putInt(KIND_AT + 1, Integer.MAX_VALUE);
        assertMalformed(bytes, "a field of 2,147,483,647 bytes in the 7 that remain");
        ByteBuffer.wrap(bytes).putInt(KIND_AT + 1, -1);
        assertMalformed(bytes, "a field of -1 bytes");
    }

    @Test
    void a_frame_above_the_limit_is_malformed() {
        assertMalformed(new byte[FrameReader.MAX_BYTES + 1], "exceeds the limit");
    }

    @Test
    void unknown_kinds_values_out_of_range_and_other_programs_are_malformed() {
        var bytes = new Conversation(0, SESSION).next(new Frame.Pause(1, true));
        var unknown = bytes.clone();
        unknown[KIND_AT] = 99;
        assertMalformed(unknown, "unknown kind of frame: 99");
        var flag = bytes.clone();
        flag[flag.length - 1] = 2;
        assertMalformed(flag, "neither true nor false: 2");
        assertMalformed(
                "GET / HTTP/1.1\r\nHost: a\r\n".getBytes(UTF_8), "not a frame of Loombench");
        var negative =
                new Conversation(0, SESSION)
                        .next(
                                new Frame.Progress(
                                        1, new LoadProgress(0, -1, 0, 0, 0, 0, 0), true, true));
        assertMalformed(negative, "a negative count: -1");
    }

    @Test
    void another_protocol_can_only_introduce_itself_or_refuse() throws MalformedFrame {
        assertMalformed(otherProtocol(new Frame.End(3)), "protocol version 5 instead of 4");
        var refused = new Frame.Refused("runs version 2");
        assertThat(Conversation.readFirst(otherProtocol(refused))).isEqualTo(refused);
        var hello = new Frame.Hello("2", 5);
        assertThat(Conversation.readFirst(otherProtocol(hello))).isEqualTo(hello);
    }

    private static byte[] otherProtocol(Frame frame) {
        var bytes = Conversation.single(frame, SESSION);
        ByteBuffer.wrap(bytes).putShort(2, (short) 5);
        return bytes;
    }

    @Test
    void a_frame_that_is_sent_again_or_out_of_order_is_rejected() throws MalformedFrame {
        var sender = new Conversation(0, SESSION);
        var receiver = new Conversation(SESSION, 0);
        var first = sender.next(new Frame.Ping(1));
        var second = sender.next(new Frame.Ping(2));
        var third = sender.next(new Frame.Ping(3));
        receiver.read(first);
        assertThatThrownBy(() -> receiver.read(first))
                .isInstanceOf(MalformedFrame.class)
                .hasMessage("frame 0 where 1 was expected");
        assertThatThrownBy(() -> receiver.read(third))
                .isInstanceOf(MalformedFrame.class)
                .hasMessage("frame 2 where 1 was expected");
        assertThat(receiver.read(second)).isEqualTo(new Frame.Ping(2));
    }

    @Test
    void a_frame_of_another_session_is_rejected() {
        var recorded = new Conversation(0, SESSION + 1).next(new Frame.Begin(1, 0));
        assertMalformed(recorded, "a frame of another session");
    }

    private static void assertMalformed(byte[] bytes, String message) {
        assertThatThrownBy(() -> new Conversation(SESSION, 0).read(bytes))
                .isInstanceOf(MalformedFrame.class)
                .hasMessageContaining(message);
    }

    /// @param lowest discernible value of its histograms; those of the generator have 64 ns
    private static Interval interval(long lowest) {
        var response = new Histogram(lowest, 3_600_000_000_000L, 3);
        response.recordValueWithCount(5_000_000, 1_000);
        response.recordValue(3_000_000_000_000L);
        var service = new Histogram(lowest, 3_600_000_000_000L, 3);
        service.recordValue(2_000);
        return new Interval(new Window(-5, 10), response, service);
    }
}
