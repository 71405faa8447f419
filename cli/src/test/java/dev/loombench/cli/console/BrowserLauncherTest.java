package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BrowserLauncherTest {
    @Test
    void a_page_is_opened_where_there_is_a_display() {
        assertThat(BrowserLauncher.opener("Linux", Map.of("DISPLAY", ":0"))).hasValue("xdg-open");
        assertThat(BrowserLauncher.opener("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .hasValue("xdg-open");
        assertThat(BrowserLauncher.opener("Mac OS X", Map.of())).hasValue("open");
    }

    @Test
    void without_a_desktop_no_opener_is_started() {
        assertThat(BrowserLauncher.opener("Linux", Map.of())).isEmpty();
        assertThat(BrowserLauncher.opener("Linux", Map.of("DISPLAY", ""))).isEmpty();
    }
}
