package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.BrowserHar;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A thousand requests with the headers of a browser, sent to a real service.
@Tag("nightly")
class BrowserRequestsIT extends ServiceFixture {
    private static final int REQUESTS = 1_000;

    private String har = "";

    @BeforeEach
    void archive() throws IOException {
        var file = folder.resolve("shop.har");
        har = Files.writeString(file, BrowserHar.of("/hello", REQUESTS)).toString();
    }

    @Test
    void are_compared_and_written_for_the_next_run() {
        var file = folder.resolve("mine.yaml");
        // a cookie may be a secret, which the next run would need as a variable
        compareQuickly(
                "a=" + app, "b=" + app, "--har", har, "--drop-cookies", "--write", file.toString());
        assertSent();
        out.getBuffer().setLength(0);
        execute("run", "--results", folder + "/results", "-o", "json", file.toString());
        assertSent();
    }

    @Test
    void are_sent_in_the_search_for_the_capacity() {
        execute(
                "capacity",
                "a=" + app,
                "--har",
                har,
                "--slo",
                "p99<1s",
                "-d",
                "300ms",
                "-c",
                "50",
                "--processes",
                "0",
                "--hold-time",
                "0s",
                "--recovery",
                "0s",
                "--warm-up",
                "300ms",
                "--results",
                folder + "/results",
                "-o",
                "json");
        assertThat(err.toString()).contains("windows in ");
        assertThat(json().at("/variants/0/probes").size()).isPositive();
    }

    private void assertSent() {
        var first = json().at("/variants/0");
        assertThat(first.at("/trialsCompleted").asInt()).as(err.toString()).isEqualTo(2);
        assertThat(first.at("/errors").asInt()).isZero();
    }
}
