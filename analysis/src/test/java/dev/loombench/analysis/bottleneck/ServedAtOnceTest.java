package dev.loombench.analysis.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.finding.ServingLimit.Resource;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What serves the requests where no bound accounts for the throughput: 196/s of 51 ms each are ten
/// at once.
class ServedAtOnceTest {
    private static final ImpliedConcurrency TEN =
            ImpliedConcurrency.of(
                    196,
                    Optional.of(new Interval(195, 196, 197)),
                    0.051,
                    Optional.of(new Interval(0.0505, 0.051, 0.0515)));

    /// The default of a library is none of the service.
    @ParameterizedTest
    @CsvSource({
        "PUBLISHED, POOL",
        "CONFIGURED, POOL",
        "APPLICATION, POOL",
        "COUNTED, POOL",
        "HELD, CARRIERS",
        "DEFAULT, REQUESTS",
        "UNKNOWN, REQUESTS"
    })
    void only_what_is_known_of_the_service_is_its_limit(Basis basis, Resource resource) {
        var limit =
                new ConcurrencyLimit(
                        "HikariCP",
                        "maximumPoolSize",
                        10,
                        basis,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty());
        var analysis =
                new BottleneckAnalysis(
                        List.of(),
                        196,
                        Optional.empty(),
                        Optional.of(
                                new ConcurrencyReason(
                                        Optional.empty(),
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        Optional.of(TEN),
                                        Optional.of(limit))));
        var served = analysis.limit().orElseThrow();
        assertThat(served.resource()).isEqualTo(resource);
        assertThat(served.size()).isEqualTo(10);
    }
}
