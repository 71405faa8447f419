package dev.loombench.governor.carrier;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/// Starts and stops the governor in a service whose code does not use it.
///
/// - `-javaagent:governor.jar` or `-javaagent:governor.jar=max=64`: starts it with the JVM
/// - attached with `start` or `start,max=64`: starts it; attached with `stop`: stops it
///
/// Its state can be read over JMX at `CarrierGovernor.NAME`.
public final class GovernorAgent {
    private GovernorAgent() {}

    /// An older JDK or a larger machine must not prevent a service from starting, so both are only
    /// reported on standard error. Wrong arguments do prevent it.
    public static void premain(String text) {
        var arguments = Arguments.of(text);
        try {
            int present = JdkScheduler.find().parallelism();
            if (arguments.max() > 0 && arguments.max() < present) {
                System.err.printf(
                        "governor: max=%d is below the present %d carriers; using max=%d%n",
                        arguments.max(), present, present);
            }
            start(arguments.atLeast(present));
        } catch (UnsupportedOperationException e) {
            System.err.println("governor: " + e.getMessage());
        }
    }

    /// Failures are thrown, so that the attaching process receives them.
    public static void agentmain(String text) {
        var arguments = Arguments.of(text);
        switch (arguments.command()) {
            case START -> start(arguments);
            case STOP -> stop();
        }
    }

    private static void start(Arguments arguments) {
        if (arguments.command() == Command.STOP) {
            throw new IllegalArgumentException(
                    "governor: stop is accepted only by attach, not by -javaagent");
        }
        if (arguments.max() == 0) {
            var unused = CarrierGovernor.start();
        } else {
            var unused = CarrierGovernor.start(arguments.max(), decision -> {});
        }
    }

    /// Uses JMX, because another class loader may have started the governor.
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
    record Arguments(Command command, int max) {

        /// Parses any number of `start`, `stop` and `max=N`, separated by commas.
        static Arguments of(@Nullable String text) {
            var command = Command.START;
            int max = 0;
            var words = text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
            for (var word : words.isEmpty() ? new String[0] : words.split(",", -1)) {
                switch (word) {
                    case "start" -> command = Command.START;
                    case "stop" -> command = Command.STOP;
                    default -> max = max(word);
                }
            }
            return new Arguments(command, max);
        }

        Arguments atLeast(int carriers) {
            return max == 0 ? this : new Arguments(command, Math.max(max, carriers));
        }

        private static int max(String word) {
            if (word.matches("max=[1-9][0-9]{0,4}")) {
                return Integer.parseInt(word.substring("max=".length()));
            }
            throw new IllegalArgumentException(
                    "governor: expected start, stop or max=N (carriers), was \"" + word + "\"");
        }
    }
}
