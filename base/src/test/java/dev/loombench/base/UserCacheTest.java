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
        assertThat(UserCache.folder(Map.of()))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "loombench"));
    }
}
