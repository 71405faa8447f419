package dev.loombench.governor.agent;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/// Limits the requests of this JVM's web server, from its start to its end.
///
/// A class of the server is changed when it is loaded: its method that takes a request first asks
/// `RequestGate`. Methods cannot be added to classes that are loaded already, so this works only
/// from the start of the JVM on.
public final class AdmissionAgent {
    private AdmissionAgent() {}

    /// @throws UnsupportedOperationException before JDK 24
    /// @throws IllegalStateException if requests are limited already
    public static void install(AdmissionSettings settings, Instrumentation instrumentation) {
        var transformer = RequestMethods.transformer();
        var limit =
                settings.fixed() == 0
                        ? AdmissionLimit.adaptive()
                        : new AdmissionLimit(Limit.fixed(settings.fixed()));
        register(limit);
        RequestGate.open(limit, settings);
        instrumentation.addTransformer(transformer);
    }

    private static void register(AdmissionLimit limit) {
        try {
            var unused =
                    ManagementFactory.getPlatformMBeanServer()
                            .registerMBean(
                                    new AdmissionBean(limit),
                                    new ObjectName("dev.loombench:type=Admission"));
        } catch (JMException e) {
            throw new IllegalStateException("cannot register dev.loombench:type=Admission", e);
        }
    }

    private record AdmissionBean(AdmissionLimit limit) implements AdmissionMXBean {
        @Override
        public String getState() {
            return RequestGate.state();
        }

        @Override
        public int getLimit() {
            return limit.limit();
        }

        @Override
        public int getInFlight() {
            return limit.inFlight();
        }

        @Override
        public long getAdmitted() {
            return limit.admitted();
        }

        @Override
        public long getRejected() {
            return limit.rejected();
        }
    }
}
