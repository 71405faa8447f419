package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.result.Library;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pools of libraries that no bean publishes.
class PoolPublicationTest {
    /// A thread that waits for a connection of R2DBC's pool has no frame of it.
    @ParameterizedTest
    @CsvSource({
        "HikariCP, 7.1.0, false, true",
        "HikariCP, 7.1.0, true, false",
        "commons-dbcp2, 2.13.0, false, true",
        "r2dbc-pool, 1.0.2.RELEASE, false, true",
        "r2dbc-pool, 1.0.2.RELEASE, true, true",
        "ucp, 19.3.0.0, true, true",
        "ucp11, 23.9.0.25.07, true, true",
        "ucp17, 23.9.0.25.07, true, true",
        "jedis, 7.0.0, false, true",
        "jedis, 7.0.0, true, false",
        "agroal-pool, 3.1, false, true",
        "agroal-pool, 3.1, true, false",
        "io.agroal.agroal-pool, 3.1, false, true",
        "c3p0, 0.11.2, false, true",
        "druid, 1.2.27, false, true",
        "vibur-dbcp, 26.0, false, true",
        "mongodb-driver-sync, 5.6.1, false, true",
        "httpclient5, 5.5.1, false, true",
        "httpclient, 4.5.14, false, true",
        "postgresql, 42.7.7, false, false"
    })
    void a_pool_that_neither_a_bean_nor_a_stack_shows_is_named_as_unseen(
            String artifact, String version, boolean listed, boolean unseen) {
        var sample =
                new SampleEvidence().pools(List.of()).libraries(new Library(artifact, version));
        var evidence = (listed ? sample : sample.threads(Part.missing("not listed"))).evidence();
        var subject = "pools of " + artifact + " " + version;
        assertThat(evidence.unexamined().containsKey(subject)).isEqualTo(unseen);
    }

    /// A jar may be open for its class path alone.
    @Test
    void a_library_without_a_loaded_pool_has_none_that_is_unseen() {
        var sample =
                new SampleEvidence()
                        .pools(List.of())
                        .threads(Part.missing("not listed"))
                        .libraries(
                                new Library("HikariCP", "7.1.0"), new Library("agroal-pool", "3.1"))
                        .loaded("io.agroal.pool");
        assertThat(sample.evidence().unexamined())
                .containsKey("pools of agroal-pool 3.1")
                .doesNotContainKey("pools of HikariCP 7.1.0");
    }
}
