package dev.loombench.observe.file.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Names of programs in front of lines.
class LineOriginsTest {
    private final LineOrigins origins = new LineOrigins();

    private void add(int count, String front) {
        for (int i = 0; i < count; i++) {
            origins.add(front.formatted(i));
        }
    }

    @Test
    void programs_have_their_names_whatever_the_time() {
        add(5, "shop-1  | 2026-11-27T04:00:0%dZ ");
        add(6, "shop-2  | 2026-11-27 04:00:0%d ");
        assertThat(origins.several()).containsExactly("shop-2", "shop-1");
    }

    @Test
    void times_and_process_ids_are_no_names() {
        add(9, "Nov 30 23:59:5%d host shop[4711]: ");
        add(9, "Dec 1 00:00:0%d host shop[5822]: ");
        add(9, "176421680%d.123 #%1$d host shop: ");
        add(9, "Okt  1 00:00:0%d host shop[5822]: ");
        add(9, "Fri, 27 Nov 2026 11:59:5%d AM host shop[5822]: ");
        add(9, "Sat, 28 Nov 2026 12:00:0%d PM host shop[5822]: ");
        assertThat(origins.several()).isEmpty();
    }

    @Test
    void numbers_of_lines_are_no_names() {
        add(9, "host shop [meta sequenceId=\"%d\"] ");
        add(9, "line-%d ");
        assertThat(origins.several()).isEmpty();
    }

    /// As of `-Xlog:gc:stdout -Xlog:safepoint:stderr` in the files of a pod.
    @Test
    void the_outputs_of_a_program_are_no_names() {
        add(9, "2026-11-27T04:00:0%d.1Z stdout F ");
        add(9, "2026-11-27T04:00:0%d.1Z stderr F ");
        assertThat(origins.several()).isEmpty();
    }

    /// What a program writes without the end of the line is in front of the next one.
    @Test
    void a_few_lines_are_of_no_other_program() {
        add(10, "");
        add(2, "Loading... ");
        assertThat(origins.several()).as("two lines").isEmpty();
        add(40, "");
        add(3, "Loading... ");
        assertThat(origins.several()).as("5 of 55").isEmpty();
        add(1, "Loading... ");
        assertThat(origins.several()).as("6 of 56").hasSize(2);
    }

    @Test
    void text_that_differs_from_line_to_line_is_no_name() {
        add(300, "request-%d ");
        assertThat(origins.several()).isEmpty();
    }
}
