package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Limits of admission that follow the pools of a service's data sources.
class PoolLimitTest extends StartedService {
    /// A pool that is never connected.
    @Configuration(proxyBeanMethods = false)
    static class WithPool {
        @Bean(destroyMethod = "close")
        HikariDataSource dataSource() {
            var pool = new HikariDataSource();
            pool.setMaximumPoolSize(7);
            return pool;
        }
    }

    /// Its size is -1 until its first connection.
    @Configuration(proxyBeanMethods = false)
    static class WithDefaultPool {
        @Bean(destroyMethod = "close")
        HikariDataSource dataSource() {
            return new HikariDataSource();
        }
    }

    /// The data source of several tenants, which has no target outside of a request.
    private static final class TenantRouter extends HikariDataSource {
        @Override
        public boolean isWrapperFor(Class<?> type) {
            throw new NoSuchElementException("no tenant");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithRouter {
        @Bean(destroyMethod = "close")
        HikariDataSource dataSource() {
            return new TenantRouter();
        }
    }

    /// The limit by response time starts at 5, that by the pool at twice its 7 connections.
    @Test
    void the_limit_follows_a_pool_of_connections() {
        var context =
                start(
                        List.of(WithPool.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.initial=5");
        assertThat(poolLimits(context)).containsExactly(14);
        assertThat(context.getBean(AdmissionLimit.class).limit()).isEqualTo(5);
        var without =
                start(
                        List.of(WithPool.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.follow-pool=false");
        assertThat(poolLimits(without)).isEmpty();
        assertThat(without.getBean(AdmissionLimit.class).limit()).isEqualTo(20);
    }

    @Test
    void a_pool_without_a_configured_size_has_that_of_hikari() {
        var context =
                start(
                        List.of(WithDefaultPool.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.initial=5");
        assertThat(poolLimits(context)).containsExactly(20);
    }

    /// The highest limit, here a wrong one, has no effect either.
    @Test
    void a_constant_limit_follows_no_pool() {
        var context =
                start(
                        List.of(WithPool.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.fixed=3",
                        "loombench.admission.max=0");
        assertThat(poolLimits(context)).isEmpty();
        assertThat(context.getBean(AdmissionLimit.class).limit()).isEqualTo(3);
    }

    @Test
    void a_data_source_that_cannot_be_asked_is_left_out_with_a_warning() {
        var log =
                logged(() -> start(List.of(WithRouter.class), "loombench.admission.enabled=true"));
        assertThat(log)
                .contains("WARN", "loombench.admission.follow-pool does not follow", "no tenant");
        assertThat(poolLimits(started.getFirst())).isEmpty();
        assertThat(started.getFirst().getBean(AdmissionLimit.class).limit()).isEqualTo(20);
    }

    private static List<Integer> poolLimits(ConfigurableApplicationContext context) {
        return context.getBeansOfType(AdmissionAutoConfiguration.PoolLimits.class).values().stream()
                .flatMap(limits -> limits.lowest().stream())
                .map(Limit::limit)
                .toList();
    }

    /// A small pool lowers it only once requests wait for the pool.
    @Test
    void the_limit_starts_where_the_property_says() {
        var context =
                start(
                        List.of(WithPool.class),
                        "loombench.admission.enabled=true",
                        "loombench.admission.initial=200");
        assertThat(context.getBean(AdmissionLimit.class).limit()).isEqualTo(200);
    }
}
