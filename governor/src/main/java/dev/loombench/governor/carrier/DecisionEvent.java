package dev.loombench.governor.carrier;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// A change of the number of carriers, in the flight recording.
@Name("dev.loombench.CarrierDecision")
@Label("Carrier Decision")
@Category({"Loombench", "Governor"})
@Description("The governor changed the number of carriers")
@StackTrace(false)
final class DecisionEvent extends Event {
    @Label("From")
    int from;

    @Label("To")
    int to;

    @Label("Reason")
    String reason = "";

    static void record(Decision decision) {
        var event = new DecisionEvent();
        if (event.isEnabled()) {
            event.from = decision.from();
            event.to = decision.to();
            event.reason = decision.signal() + "; " + decision.reason();
            event.commit();
        }
    }
}
