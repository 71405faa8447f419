package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `loombench inspect` on real services with two faults each: both are found, and no other. No
/// fault depends on the speed of the machine. Further pairs are those of {@link MoreFaultsIT}.
@EnabledOnOs(OS.LINUX)
class SeveralFaultsIT {
    private static final List<String> PAIRS =
            List.of(
                    "FaultyThreads.monitors FaultyThreads.web-pool",
                    "FaultyThreads.monitors FaultyLocks.permits",
                    "FaultyThreads.monitors FaultyService.native",
                    "FaultyThreads.web-pool FaultyService.native",
                    "FaultyThreads.convoy FaultyService.native",
                    "FaultyThreads.convoy FaultyLocks.permits",
                    "FaultyLocks.permits FaultyService.initialiser");

    private static InspectedServices services;

    @BeforeAll
    static void inspectAll() throws Exception {
        services = InspectedServices.inspect(SeveralFaults.class, PAIRS, _ -> "2s");
    }

    @ParameterizedTest
    @CsvSource({
        "FaultyThreads.monitors FaultyThreads.web-pool, deadlock, pool-exhausted",
        "FaultyThreads.monitors FaultyLocks.permits, deadlock, permit-bound",
        "FaultyThreads.monitors FaultyService.native, deadlock, carriers-blocked",
        "FaultyThreads.web-pool FaultyService.native, pool-exhausted, carriers-blocked",
        "FaultyThreads.convoy FaultyService.native, lock-bound, carriers-blocked",
        "FaultyThreads.convoy FaultyLocks.permits, lock-bound, permit-bound",
        "FaultyLocks.permits FaultyService.initialiser, permit-bound, carriers-blocked"
    })
    void two_faults_are_found_and_no_other(String service, String first, String second) {
        var result = services.of(service);
        assertThat(result.findings()).as(result.out()).containsExactlyInAnyOrder(first, second);
    }

    /// A deadlock and blocked carriers are critical, permits are a warning.
    @Test
    void the_worse_of_two_faults_is_first() {
        assertThat(services.of("FaultyThreads.monitors FaultyLocks.permits").findings())
                .first()
                .isEqualTo("deadlock");
        assertThat(services.of("FaultyLocks.permits FaultyService.initialiser").findings())
                .first()
                .isEqualTo("carriers-blocked");
    }

    @Test
    void each_of_two_faults_has_its_own_calls() {
        var result = services.of("FaultyThreads.convoy FaultyService.native");
        assertThat(result.finding("lock-bound").path("calls").toString())
                .contains("FaultyThreads.audit")
                .doesNotContain("FaultyService");
        assertThat(result.finding("carriers-blocked").path("calls").toString())
                .contains("FaultyService$Native.poll")
                .doesNotContain("FaultyThreads");
    }
}
