package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BrowserLauncherTest {
    @Test
    void a_page_opens_where_somebody_can_see_it() {
        assertThat(BrowserLauncher.opener("Linux", Map.of("DISPLAY", ":0"))).hasValue("xdg-open");
        assertThat(BrowserLauncher.opener("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .hasValue("xdg-open");
        assertThat(BrowserLauncher.opener("Mac OS X", Map.of())).hasValue("open");
    }

    @Test
    void without_a_desktop_nothing_is_started() {
        assertThat(BrowserLauncher.opener("Linux", Map.of())).isEmpty();
        assertThat(BrowserLauncher.opener("Linux", Map.of("DISPLAY", ""))).isEmpty();
    }
}
