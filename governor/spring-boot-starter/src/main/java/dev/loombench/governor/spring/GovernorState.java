package dev.loombench.governor.spring;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.carrier.CarrierGovernor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of the parts of the governor that the service uses, as the actuator shows it.
///
/// @param carriers null if they are not governed
/// @param admission null if requests are not limited
public record GovernorState(@Nullable Carriers carriers, @Nullable Admission admission) {

    /// @param unavailable why the carriers are not governed although the properties say so; null if
    ///   they are
    /// @param governor null if unavailable
    public record Carriers(@Nullable String unavailable, @Nullable Governor governor) {}

    /// @param failure the exception that stopped the governor; null while it runs
    /// @param decisions the last changes, oldest first
    public record Governor(
            int parallelism,
            int base,
            int max,
            int mounted,
            long queued,
            String state,
            long changes,
            List<String> decisions,
            @Nullable String failure) {}

    public record Admission(int limit, int inFlight, long admitted, long rejected) {}

    static GovernorState of(Optional<GovernedCarriers> carriers, Optional<AdmissionLimit> limit) {
        return new GovernorState(
                carriers.map(GovernorState::carriers).orElse(null),
                limit.map(GovernorState::admission).orElse(null));
    }

    /// The parts that the service uses, by name.
    Map<String, Object> details() {
        var details = new LinkedHashMap<String, Object>();
        if (carriers != null) {
            details.put("carriers", carriers);
        }
        if (admission != null) {
            details.put("admission", admission);
        }
        return details;
    }

    /// Whether the governor of the carriers has stopped by itself.
    boolean hasFailed() {
        var governor = carriers == null ? null : carriers.governor();
        return governor != null && governor.failure() != null;
    }

    private static Carriers carriers(GovernedCarriers carriers) {
        return carriers.governor()
                .map(governor -> new Carriers(null, governor(governor)))
                .orElseGet(() -> new Carriers(carriers.unavailable(), null));
    }

    private static Governor governor(CarrierGovernor governor) {
        var failure = governor.failure();
        return new Governor(
                governor.getParallelism(),
                governor.getBase(),
                governor.getMax(),
                governor.getMounted(),
                governor.getQueued(),
                governor.getState(),
                governor.getChanges(),
                governor.getDecisions(),
                failure == null ? null : failure.toString());
    }

    private static Admission admission(AdmissionLimit limit) {
        return new Admission(limit.limit(), limit.inFlight(), limit.admitted(), limit.rejected());
    }
}
