package dev.loombench.governor.carrier;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// The flight recorder's event for a change of parallelism. Its name and its fields' names are a
/// public format.
@Name("dev.loombench.CarrierDecision")
@Label("Carrier Decision")
@Category({"Loombench", "Governor"})
@Description("The governor changed the parallelism of the virtual-thread scheduler")
@StackTrace(false)
final class DecisionEvent extends Event {
    @Name("from")
    @Label("Previous Parallelism")
    int from;

    @Name("to")
    @Label("New Parallelism")
    int to;

    @Name("reason")
    @Label("Reason")
    String reason = "";

    static void record(Decision decision) {
        var event = new DecisionEvent();
        if (event.isEnabled()) {
            event.from = decision.from();
            event.to = decision.to();
            event.reason = decision.state() + "; " + decision.reason();
            event.commit();
        }
    }
}
