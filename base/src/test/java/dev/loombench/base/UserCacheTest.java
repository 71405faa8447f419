package dev.loombench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserCacheTest {
    @Test
    void the_cache_is_that_of_the_environment() {
        assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "/var/cache")))
                .isEqualTo(Path.of("/var/cache/loombench"));
    }

    @Test
    void without_an_absolute_path_it_is_in_the_home() {
        var ofHome = Path.of(System.getProperty("user.home"), ".cache", "loombench");
        assertThat(UserCache.folder(Map.of())).isEqualTo(ofHome);
        assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", ""))).isEqualTo(ofHome);
        assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "cache"))).isEqualTo(ofHome);
    }
}
