package dev.loombench.governor.spring;

import dev.loombench.governor.spring.AdmissionAutoConfiguration.ObservedLimit;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/// The actuator's endpoint `governor`: the state of carriers and admission, and the last decisions.
@Endpoint(id = "governor")
public class GovernorEndpoint {
    private final ObjectProvider<GovernedCarriers> carriers;
    private final ObjectProvider<ObservedLimit> limit;

    GovernorEndpoint(
            ObjectProvider<GovernedCarriers> carriers, ObjectProvider<ObservedLimit> limit) {
        this.carriers = carriers;
        this.limit = limit;
    }

    /// As the body of an endpoint, it leaves out what is null.
    @ReadOperation
    public Map<String, Object> state() {
        var state =
                GovernorState.of(
                        carriers.stream().findFirst(),
                        limit.stream().findFirst().map(ObservedLimit::limit));
        return OperationResponseBody.of(state.details());
    }
}
