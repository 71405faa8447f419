package dev.loombench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

    @Test
    void each_slip_of_the_finger_counts_one() {
        assertThat(Spelling.distance("threads", "threads")).isZero();
        assertThat(Spelling.distance("threads", "Threads")).isZero();
        assertThat(Spelling.distance("threads", "thread")).isEqualTo(1);
        assertThat(Spelling.distance("threads", "threadds")).isEqualTo(1);
        assertThat(Spelling.distance("threads", "thraeds")).isEqualTo(1);
        assertThat(Spelling.distance("threads", "threats")).isEqualTo(1);
        assertThat(Spelling.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Spelling.distance("", "abc")).isEqualTo(3);
    }

    @Test
    void the_nearest_word_is_found_unless_all_are_far() {
        var words = List.of("tomcat", "vertx", "jetty");
        assertThat(Spelling.nearest("tomact", words)).contains("tomcat");
        assertThat(Spelling.nearest("vert.x", words)).contains("vertx");
        assertThat(Spelling.nearest("netty", words)).contains("jetty");
        assertThat(Spelling.nearest("undertow", words)).isEmpty();
        assertThat(Spelling.nearest("t".repeat(1_000_000), words)).isEmpty();
        assertThat(Spelling.nearest("", words)).isEmpty();
    }
}
