package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.observe.ScriptableProcess;
import dev.loombench.observe.jvm.attach.JmxConnection;
import dev.loombench.observe.result.Observation.Pool;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.junit.jupiter.api.Test;

class PoolBeansIT {
    @Test
    void a_published_pool_has_a_capacity_connections_in_use_and_waiting_requests()
            throws IOException {
        try (var process = ScriptableProcess.start();
                var connection = JmxConnection.attach(process.pid())) {
            assertThat(PoolBeans.read(connection)).as("nothing is published").isEmpty();
            process.call("publish-pool", 10);
            assertThat(PoolBeans.read(connection))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Pool.class,
                            pool -> {
                                assertThat(pool.library()).isEqualTo("HikariCP");
                                assertThat(pool.name()).isEqualTo("shop");
                                assertThat(pool.capacity()).isEqualTo(10);
                                assertThat(pool.inUse()).hasValue(10);
                                assertThat(pool.waiting()).hasValue(40);
                            });
        }
    }

    @Test
    void an_object_pool_of_the_real_library_is_read() throws Exception {
        var classes =
                String.join(
                        File.pathSeparator,
                        ScriptableProcess.classes(ExhaustedObjectPool.class),
                        ScriptableProcess.classes(GenericObjectPool.class));
        var program =
                new ProcessBuilder(
                                ScriptableProcess.java(),
                                "-XX:+EnableDynamicAgentLoading",
                                "-cp",
                                classes,
                                ExhaustedObjectPool.class.getName())
                        .redirectError(Redirect.INHERIT)
                        .start();
        try {
            assertThat(program.inputReader().readLine()).isEqualTo("READY");
            try (var connection = JmxConnection.attach(program.pid())) {
                assertThat(PoolBeans.read(connection))
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Pool.class,
                                pool -> {
                                    assertThat(pool.library()).isEqualTo("Commons Pool");
                                    assertThat(pool.name()).isEqualTo("pool");
                                    assertThat(pool.capacity()).isEqualTo(ExhaustedObjectPool.SIZE);
                                    assertThat(pool.inUse()).hasValue(ExhaustedObjectPool.SIZE);
                                    assertThat(pool.waiting())
                                            .hasValue(ExhaustedObjectPool.WAITING);
                                });
            }
        } finally {
            program.destroyForcibly().waitFor();
        }
    }

    /// Neither a pool without a limit is among them, nor one of a connection's statements.
    @Test
    void pools_of_other_libraries_are_known_by_their_beans() throws IOException {
        try (var process = ScriptableProcess.start();
                var connection = JmxConnection.attach(process.pid())) {
            process.call("publish-pools", 8);
            var pools = PoolBeans.read(connection).stream().map(Pool.class::cast).toList();
            assertThat(pools)
                    .extracting(Pool::library, Pool::name)
                    .containsExactlyInAnyOrder(
                            tuple("Oracle UCP", "shop"),
                            tuple("R2DBC", "shop"),
                            tuple("c3p0", "users"),
                            tuple("Druid", "77"),
                            tuple("Jedis", "pool"),
                            tuple("Lettuce", "pool2"),
                            tuple("Commons Pool", "pool3"),
                            tuple("Commons DBCP", "orders"));
            assertThat(pools)
                    .allSatisfy(pool -> {
                        assertThat(pool.capacity()).isEqualTo(8);
                        assertThat(pool.inUse()).hasValue(8);
                        assertThat(pool.waiting()).hasValue(40);
                    });
        }
    }
}
