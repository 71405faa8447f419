package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StackParserTest {
    /// JDK 9 to 14 print such a monitor as if the thread were to lock it again.
    private static final String[] WAIT = {
        "\tat java.lang.Object.wait(java.base@11.0.6/Native Method)",
        "\t- waiting on <no object reference available>",
        "\tat Shop$Queue.take(Shop.java:30)",
        "\t- waiting to re-lock in wait() <0xa1> (a Shop$Queue)",
        "\tat Shop.serve(Shop.java:20)",
        "\t- locked <0xb2> (a Shop$Cart)"
    };

    private static StackParser stack(String... lines) {
        var stack = new StackParser(new SharedFrames());
        Stream.of(lines).forEach(stack::line);
        return stack;
    }

    @Test
    void a_thread_that_waits_for_a_notification_awaits_no_monitor() {
        var parser = new StackParser(new SharedFrames());
        parser.setBlocked(false);
        Stream.of(WAIT).forEach(parser::line);
        var stack = parser.stack();
        assertThat(stack.awaited()).isEmpty();
        assertThat(stack.owned()).extracting(PrintedLock::type).containsExactly("Shop$Cart");
    }

    @Test
    void a_blocked_thread_and_one_without_a_state_await_it() {
        var parser = new StackParser(new SharedFrames());
        parser.setBlocked(true);
        Stream.of(WAIT).forEach(parser::line);
        assertThat(parser.stack().awaited().orElseThrow().type()).isEqualTo("Shop$Queue");
        assertThat(parser.stack().owned())
                .extracting(PrintedLock::type)
                .containsExactly("Shop$Cart");
        assertThat(stack(WAIT).stack().awaited()).isPresent();
    }

    @Test
    void a_frame_has_its_call_and_its_place_without_modules() {
        var frames =
                stack(
                                "\tat java.lang.Thread.sleep0(java.base@21.0.8/Native Method)  ",
                                "at app//Shop.pay(Shop.java:9)",
                                "        at Shop$$Lambda/0x00007f.run(Unknown Source)",
                                "\tat Shop.cut(Shop.ja",
                                "\tat (Shop.java:1)",
                                "\tat ")
                        .stack()
                        .frames();
        assertThat(frames)
                .containsExactly(
                        "java.lang.Thread.sleep0(Native Method)",
                        "Shop.pay(Shop.java:9)",
                        "Shop$$Lambda/0x00007f.run(Unknown Source)");
    }
}
