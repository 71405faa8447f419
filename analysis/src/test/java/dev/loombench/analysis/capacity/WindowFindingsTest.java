package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.analysis.capacity.RateProbe.Outcome;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.validity.capacity.CapacityFinding;
import dev.loombench.analysis.validity.capacity.TooFewRequests;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowFindingsTest {
    /// Of a search whose windows have enough requests from 0.2/s on.
    private static List<CapacityFinding> notMet(Purpose purpose, double rate) {
        var violated =
                SampleCapacity.like(
                        SampleCapacity.probe("v", 1, rate, 2, Outcome.VIOLATED),
                        purpose,
                        Optional.empty());
        return WindowFindings.of(
                VariantCapacity.of(
                        "v",
                        new Capacity.NotMet(violated),
                        List.of(violated),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()),
                0.2,
                10);
    }

    @Test
    void lower_rates_are_unknown_unless_requests_were_alone() {
        assertThat(notMet(Purpose.BRACKET, 0.2)).contains(new TooFewRequests("v", 0.2, 10));
        assertThat(notMet(Purpose.HOLD, 90)).contains(new TooFewRequests("v", 0.2, 10));
        assertThat(notMet(Purpose.BRACKET, 1)).isEmpty();
    }
}
