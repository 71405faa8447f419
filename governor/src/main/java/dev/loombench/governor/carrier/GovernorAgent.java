package dev.loombench.governor.carrier;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/// Governs a service that knows nothing of it.
///
/// - `-javaagent:governor.jar` or `-javaagent:governor.jar=max=64`: from the start
/// - attached with `start` or `start,max=64`: from then on; with `stop`: no longer
///
/// How it fares, and that it began at all, is read over JMX at `CarrierGovernor.NAME`.
public final class GovernorAgent {
    private GovernorAgent() {}

    /// A service must not fail to start because its JDK is older or its machine larger: what is
    /// missing is said on standard error. Wrong arguments do stop it.
    public static void premain(String arguments) {
        var order = Arguments.of(arguments);
        try {
            int found = JdkScheduler.find().parallelism();
            if (order.max() > 0 && order.max() < found) {
                System.err.printf(
                        "governor: max=%d is below the %d carriers that there are: up to %d%n",
                        order.max(), found, found);
            }
            start(order.atLeast(found));
        } catch (UnsupportedOperationException e) {
            System.err.println("governor: " + e.getMessage());
        }
    }

    /// What goes wrong is thrown: the one who attaches is told.
    public static void agentmain(String arguments) {
        var order = Arguments.of(arguments);
        switch (order.verb()) {
            case START -> start(order);
            case STOP -> stop();
        }
    }

    private static void start(Arguments order) {
        if (order.verb() == Command.STOP) {
            throw new IllegalArgumentException(
                    "governor: stop is for attaching, not for the start");
        }
        if (order.max() == 0) {
            var unused = CarrierGovernor.start();
        } else {
            var unused = CarrierGovernor.start(order.max(), decision -> {});
        }
    }

    /// Over JMX, so that it also stops one that another class loader has started.
    private static void stop() {
        try {
            var server = ManagementFactory.getPlatformMBeanServer();
            if (server.isRegistered(CarrierGovernor.NAME)) {
                server.invoke(CarrierGovernor.NAME, "stop", new Object[0], new String[0]);
            }
        } catch (JMException e) {
            throw new IllegalStateException("cannot stop the governor", e);
        }
    }

    enum Command {
        START,
        STOP
    }

    /// @param max carriers; 0 for the default
    record Arguments(Command verb, int max) {

        /// Reads `start`, `stop`, `max=N`, in any number, separated by commas.
        static Arguments of(@Nullable String text) {
            var verb = Command.START;
            int max = 0;
            var rest = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
            for (var word : rest.isEmpty() ? new String[0] : rest.split(",", -1)) {
                switch (word) {
                    case "start" -> verb = Command.START;
                    case "stop" -> verb = Command.STOP;
                    default -> max = max(word);
                }
            }
            return new Arguments(verb, max);
        }

        Arguments atLeast(int carriers) {
            return max == 0 ? this : new Arguments(verb, Math.max(max, carriers));
        }

        private static int max(String word) {
            if (word.matches("max=[1-9][0-9]{0,4}")) {
                return Integer.parseInt(word.substring("max=".length()));
            }
            throw new IllegalArgumentException(
                    "governor: takes start, stop and max=N (carriers), was given \"" + word + "\"");
        }
    }
}
