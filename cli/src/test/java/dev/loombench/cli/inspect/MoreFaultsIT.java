package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `loombench inspect` on further services with one fault or two: the findings of {@link
/// WaitFaultsIT}, {@link SeveralFaultsIT} and {@link ThreadFaultsIT}, by other calls and in other
/// pairs.
@Tag("nightly")
@EnabledOnOs(OS.LINUX)
class MoreFaultsIT {
    private static final List<String> WAITS =
            List.of("future", "upgrade", "stamped", "scheduled", "common-pool-data");

    private static final List<String> PAIRS =
            List.of(
                    "FaultyThreads.monitors FaultyThreads.convoy",
                    "FaultyThreads.monitors FaultyService.executor",
                    "FaultyThreads.web-pool FaultyThreads.lock-convoy",
                    "FaultyLocks.socket FaultyService.executor",
                    "FaultyThreads.lock-convoy FaultyService.initialiser");

    private static InspectedServices waits;
    private static InspectedServices pairs;

    @BeforeAll
    static void inspectAll() throws Exception {
        waits = InspectedServices.inspect(FaultyWaits.class, WAITS, _ -> "10s");
        pairs = InspectedServices.inspect(SeveralFaults.class, PAIRS, _ -> "2s");
    }

    @ParameterizedTest
    @CsvSource({
        "future, no-progress",
        "upgrade, no-progress",
        "stamped, no-progress",
        "scheduled, pool-exhausted",
        "common-pool-data, pool-exhausted"
    })
    void a_fault_is_found_and_no_other(String service, String finding) {
        var result = waits.of(service);
        assertThat(result.findings()).as(result.out()).containsExactly(finding);
    }

    @ParameterizedTest
    @CsvSource({
        "FaultyThreads.monitors FaultyThreads.convoy, deadlock, lock-bound",
        "FaultyThreads.monitors FaultyService.executor, deadlock, pool-exhausted",
        "FaultyThreads.web-pool FaultyThreads.lock-convoy, pool-exhausted, lock-bound",
        "FaultyLocks.socket FaultyService.executor, lock-bound, pool-exhausted",
        "FaultyThreads.lock-convoy FaultyService.initialiser, lock-bound, carriers-blocked"
    })
    void two_faults_are_found_and_no_other(String service, String first, String second) {
        var result = pairs.of(service);
        assertThat(result.findings()).as(result.out()).containsExactlyInAnyOrder(first, second);
    }
}
