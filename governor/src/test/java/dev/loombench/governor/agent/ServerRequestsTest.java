package dev.loombench.governor.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class ServerRequestsTest {
    private final AdmissionLimit limit = new AdmissionLimit(Limit.fixed(1));

    private Admission.Permit permit() {
        return (Admission.Permit) limit.tryAcquire();
    }

    @Test
    void a_request_that_has_ended_is_not_in_flight() {
        ServerRequests.release(permit(), () -> 200);
        ServerRequests.release(permit(), () -> 500);
        assertThat(limit.inFlight()).isZero();
    }

    @Test
    void nor_is_one_whose_status_cannot_be_read() {
        var permit = permit();
        IntSupplier unreadable =
                () -> {
                    throw new IllegalStateException("recycled");
                };
        assertThatThrownBy(() -> ServerRequests.release(permit, unreadable)).hasMessage("recycled");
        assertThat(limit.inFlight()).isZero();
    }
}
