package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineBreaksTest {
    @Test
    void a_name_may_break_after_its_dots() {
        assertThat(LineBreaks.parts("com.zaxxer.hikari.pool.HikariPool.getConnection"))
                .containsExactly(
                        "com.", "zaxxer.", "hikari.", "pool.", "HikariPool.", "getConnection");
        assertThat(LineBreaks.parts("at shop.Orders$Cache.load in /opt/shop"))
                .containsExactly("at shop.", "Orders$", "Cache.", "load in /opt/", "shop");
    }

    @Test
    void numbers_and_ends_of_sentences_stay_whole() {
        var sentence = "It waits 1.5 s. Then 3,600/s. 99.9 %";
        assertThat(LineBreaks.parts(sentence)).containsExactly(sentence);
        assertThat(LineBreaks.parts("")).containsExactly("");
    }

    @Test
    void prose_breaks_only_in_long_names() {
        assertThat(
                        LineBreaks.partsOfProse(
                                "in app.jar: com.zaxxer.hikari.pool.HikariPool.getConnection"
                                        + " waits (Pool.java:31), and shop.Orders.next"))
                .containsExactly(
                        "in app.jar: com.",
                        "zaxxer.",
                        "hikari.",
                        "pool.",
                        "HikariPool.",
                        "getConnection waits (Pool.java:31), and shop.Orders.next");
        assertThat(LineBreaks.partsOfProse("")).containsExactly("");
    }

    @Test
    void an_option_is_a_part_of_its_own() {
        assertThat(options("shorter (-d 15s), or --fail-if 'new<0.95x'"))
                .containsExactly("-d 15s", "--fail-if");
        assertThat(options("java -XX:ActiveProcessorCount=2 -jar shop-1.2.jar"))
                .containsExactly("-XX:ActiveProcessorCount=2", "-jar");
        assertThat(options("25.0.3+9-LTS lists none (JDK-8364343)")).containsExactly("JDK-8364343");
        assertThat(options("a load-generator - as wrk2 - at -5 °C")).isEmpty();
        var text = "--rate 2k with -c 200";
        assertThat(LineBreaks.words(text))
                .extracting(LineBreaks.Words::text)
                .containsExactly("--rate 2k", " with ", "-c 200");
        assertThat(LineBreaks.words("")).isEmpty();
    }

    /// Longer than a narrow page: else the browser would break it after `--`.
    @Test
    void an_option_may_break_within_its_name() {
        assertThat(LineBreaks.parts("--server.tomcat.threads.max=20"))
                .containsExactly("--server.", "tomcat.", "threads.", "max=20");
    }

    private static List<String> options(String text) {
        return LineBreaks.words(text).stream()
                .filter(LineBreaks.Words::isOption)
                .map(LineBreaks.Words::text)
                .toList();
    }
}
