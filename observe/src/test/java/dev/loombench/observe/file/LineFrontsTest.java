package dev.loombench.observe.file;

import static dev.loombench.observe.file.SampleText.PRINT;
import static dev.loombench.observe.file.SampleText.TEXT_LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.threads.PrintedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stores of logs and tools add in front of lines.
class LineFrontsTest {
    @TempDir private Path folder;

    private FileContent read(String text) throws IOException {
        return SampleText.read(folder, text);
    }

    private void assertRefused(String text, String reason) {
        SampleText.assertRefused(folder, text, reason);
    }

    @Test
    void what_a_containers_log_adds_in_front_of_lines_is_removed() throws IOException {
        var print = PRINT.replaceAll("(?m)^", "2026-11-27T04:00:01.123Z shop-1 | ");
        assertThat(read(print).prints().last()).hasSize(1);
    }

    /// As `docker compose logs` colours the names of services, and tools whole lines; `grep
    /// --color` also deletes what is behind a colour.
    @Test
    void colours_are_removed() throws IOException {
        var coloured =
                PRINT.lines()
                        .map(line ->
                                "\u001b[36m\u001b[Kshop-1  |\u001b[0m \u001b[1;31m"
                                        + line
                                        + "\u001b(B\u001b[0m\u001b[K\n")
                        .collect(Collectors.joining());
        assertThat(read(coloured).prints().last().getFirst().print().threads())
                .isNotEmpty()
                .isEqualTo(read(PRINT).prints().last().getFirst().print().threads());
    }

    private static String within(String front, String text) {
        return text.replaceAll("(?m)^", front);
    }

    /// As `docker compose logs` and `kubectl logs --prefix` mix them.
    @Test
    void prints_of_several_programs_in_one_text_are_refused() throws IOException {
        var later = PRINT.replace("12.50s", "22.50s");
        var several = "several programs";
        assertRefused(within("shop-1  | ", PRINT) + within("shop-2  | ", later), several);
        assertRefused(within("shop-1  | ", PRINT) + within("cart-1  | ", later), several);
        var pod = "[pod/shop-7d9/app] 2026-11-27T04:00:%s.123Z ";
        var other = pod.replace("7d9", "8c4");
        assertRefused(
                within(pod.formatted("01"), PRINT) + within(other.formatted("11"), later), several);
        assertThat(
                        read(within(pod.formatted("01"), PRINT)
                                        + within(pod.formatted("11"), later))
                                .prints()
                                .last())
                .hasSize(2);
        var host = "Nov %s:00:01 host java[4711]: ";
        assertThat(
                        read(within(host.formatted("27 04"), PRINT)
                                        + within(host.formatted("28 05"), later))
                                .prints()
                                .last())
                .hasSize(2);
        assertRefused(PRINT + later.replace("21.0.8+9-LTS", "25.0.3+9-LTS"), "several JVMs");
    }

    /// `kubectl logs --timestamps` omits zeros at the end of a fraction; some tools omit white
    /// space at the end of a line.
    @Test
    void the_front_of_lines_may_have_numbers_of_other_lengths() throws IOException {
        var print = PRINT.replaceAll("(?m)^", "[pod/shop-1/app] 2026-11-27T04:00:01.123456789Z ");
        var content =
                read(print.replaceFirst("123456789Z \"main", "12Z \"main").replace("Z \n", "Z\n"));
        assertThat(content.prints().last()).hasSize(1);
        assertThat(content.jvm().pid()).as("before the first known line").hasValue(4711);
        assertThat(content.prints().last().getFirst().print().threads().getFirst().stack().frames())
                .containsExactly("Shop.main(Shop.java:9)");
    }

    /// As `docker compose logs` has the lines of two containers of one service.
    @Test
    void frames_of_another_container_are_none_of_a_thread() throws IOException {
        var other = "shop-2  | \tat Cart.total(Cart.java:7)\n";
        var frame = "shop-1  | \tat";
        var text = within("shop-1  | ", PRINT).replace(frame, other + frame);
        var thread = read(text).prints().last().getFirst().print().threads().getFirst();
        assertThat(thread.stack().frames()).containsExactly("Shop.main(Shop.java:9)");
    }

    @Test
    void lines_with_a_counter_are_of_one_container() throws IOException {
        var counted = new StringBuilder();
        (PRINT + PRINT.replace("12.50s", "22.50s"))
                .lines()
                .forEach(line -> counted.append("line-%d %s%n".formatted(counted.length(), line)));
        var content = read(counted.toString());
        assertThat(content.prints().last()).hasSize(2);
        var thread = content.prints().last().getFirst().print().threads().getFirst();
        assertThat(thread.stack().frames()).containsExactly("Shop.main(Shop.java:9)");
        assertThat(content.jvm().pid()).as("before the first known line").hasValue(4711);
    }

    /// As `kubectl logs --prefix --timestamps` writes them.
    @Test
    void names_of_a_pod_and_its_container_may_be_long() throws IOException {
        var name = "payment-gateway-".repeat(4).substring(0, 63);
        var front = "[pod/%1$s/%1$s] 2026-11-27T04:00:01.123456789Z ".formatted(name);
        var pause =
                "[%d.000s][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms\n";
        var log = pause.formatted(1, 0) + pause.formatted(2, 1);
        var content = read(within(front, PRINT + log));
        assertThat(content.prints().last()).hasSize(1);
        assertThat(content.collections().orElseThrow().collections()).hasSize(2);
    }

    /// As `kubectl logs --tail` cuts it; names of threads may have quotes.
    @Test
    void a_print_without_its_first_line_may_have_a_front() throws IOException {
        var thread = PRINT.substring(PRINT.indexOf('"'));
        var named = thread.replace("\"main\" #1", "\"a \"b\" #2 c\" #7");
        var content = read(within("2026-11-27T04:00:01.1Z stdout F ", thread + named));
        assertThat(content.prints().last().getFirst().print().threads())
                .extracting(PrintedThread::name)
                .containsExactly("main", "a \"b\" #2 c");
        assertThat(content.prints().last().getFirst().print().threads())
                .allMatch(read -> read.stack().frames().size() == 1);
    }

    @Test
    void a_list_a_crash_and_collections_may_have_a_front() throws IOException {
        var front = "shop-1  | ";
        assertThat(read(TEXT_LIST.replaceAll("(?m)^", front)).lists()).hasSize(1);
        var crash =
                read(
                        """
                        #
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=15662, tid=33827
                        #
                        """
                                .replaceAll("(?m)^", front));
        assertThat(crash.crashes().getFirst().what()).isEqualTo("SIGSEGV (0xb)");
        var log =
                """
                [0.500s][info][gc] Using G1
                [1.010s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms
                """;
        assertThat(read(log.replaceAll("(?m)^", front)).collections()).isPresent();
        assertThat(read(log.replaceAll("(?m)^", "[pod/shop-1/app] ")).collections()).isPresent();
        assertThat(
                        read(log.replaceAll("(?m)^", "[pod/shop-1/app] 2026-11-27T04:00:01.1Z "))
                                .collections())
                .isPresent();
        assertThat(read(log.replaceAll("(?m)^", "2026-11-27T04:00:01.1Z stdout F ")).collections())
                .isPresent();
    }

    /// As its driver `json-file` stores it, in which a greater-than sign is escaped.
    @Test
    void the_file_of_a_containers_output_is_read() throws IOException {
        var log =
                """
                [0.500s][info][gc] Using G1
                [1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms
                """;
        var content =
                read(
                        (log + PRINT)
                                .lines()
                                .map(LineFrontsTest::stored)
                                .collect(Collectors.joining()));
        assertThat(content.collections().orElseThrow().collections().getFirst().heapAfterBytes())
                .hasValue(1 << 20);
        assertThat(content.prints().last().getFirst().print().threads().getFirst().stack().frames())
                .containsExactly("Shop.main(Shop.java:9)");
        assertRefused(stored("started"), "none of what inspect reads");
    }

    private static String stored(String line) {
        return "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-27T04:00:01.1Z\"}\n"
                .formatted(line.replace("\"", "\\\"").replace("\t", "\\t").replace(">", "\\u003e"));
    }

    @Test
    void collections_of_several_programs_in_one_text_are_refused() {
        var text = new StringBuilder();
        for (int i = 1; i <= 6; i++) {
            text.append(
                    "shop-%d  | [%d.000s][gc] GC(%d) Pause Young (Normal) 35M->1M(64M) 10.000ms%n"
                            .formatted(1 + i % 2, i, i));
        }
        assertRefused(text.toString(), "(\"shop-2\", \"shop-1\"); give the lines of one");
    }

    @Test
    void names_of_threads_are_no_fronts() throws IOException {
        var list = TEXT_LIST.replace("\"main\"", "\"a Full thread dump \" virtual") + TEXT_LIST;
        assertThat(read(list).lists()).hasSize(2);
        var quoted =
                PRINT
                        + PRINT.replace(
                                "\"main\"", "\"x # A fatal error has been detected by the Java\"");
        assertThat(read(quoted).prints().last()).hasSize(2);
    }
}
