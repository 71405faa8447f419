package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {

    @Test
    void each_typing_error_counts_one() {
        assertThat(Suggestions.distance("threads", "threads")).isZero();
        assertThat(Suggestions.distance("threads", "Threads")).isZero();
        assertThat(Suggestions.distance("threads", "thread")).isEqualTo(1);
        assertThat(Suggestions.distance("threads", "threadds")).isEqualTo(1);
        assertThat(Suggestions.distance("threads", "thraeds")).isEqualTo(1);
        assertThat(Suggestions.distance("threads", "threats")).isEqualTo(1);
        assertThat(Suggestions.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestions.distance("", "abc")).isEqualTo(3);
    }

    @Test
    void the_nearest_word_is_found_unless_all_are_too_different() {
        var words = List.of("tomcat", "vertx", "jetty");
        assertThat(Suggestions.nearest("tomact", words)).contains("tomcat");
        assertThat(Suggestions.nearest("vert.x", words)).contains("vertx");
        assertThat(Suggestions.nearest("netty", words)).contains("jetty");
        assertThat(Suggestions.nearest("undertow", words)).isEmpty();
        assertThat(Suggestions.nearest("t".repeat(1_000_000), words)).isEmpty();
        assertThat(Suggestions.nearest("", words)).isEmpty();
    }

    @Test
    void a_word_that_is_like_none_of_many_gets_the_nearest_three_and_the_command_that_lists_all() {
        var words = List.of("undertow", "jetty", "tomcat", "netty", "vertx");
        assertThat(Suggestions.hint("tomact", words, "list")).contains("\"tomcat\"?");
        assertThat(Suggestions.hint("nope", words, "list"))
                .containsPattern("\\w+, \\w+, \\w+; ")
                .endsWith(": list");
        assertThat(Suggestions.hint("t".repeat(100), words, "list")).endsWith(" list");
    }

    @Test
    void the_nearest_words_are_few_and_the_nearest_is_first() {
        var words = List.of("undertow", "jetty", "tomcat", "netty");
        assertThat(Suggestions.nearest("nett", words, 2)).containsExactly("netty", "jetty");
        assertThat(Suggestions.nearest("netty", List.of(), 2)).isEmpty();
        assertThat(Suggestions.nearest("t".repeat(1_000_000), words, 2)).isEmpty();
    }
}
