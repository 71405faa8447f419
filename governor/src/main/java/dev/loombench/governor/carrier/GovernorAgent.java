package dev.loombench.governor.carrier;

import dev.loombench.governor.admission.ExcludedPaths;
import dev.loombench.governor.agent.AdmissionAgent;
import dev.loombench.governor.agent.AdmissionSettings;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.management.JMException;
import org.jspecify.annotations.Nullable;

/// Starts and stops the governor in a service whose code does not use it.
///
/// - `-javaagent:governor.jar` or `-javaagent:governor.jar=max=64`: starts it with the JVM
/// - `-javaagent:governor.jar=admission`: limits the requests of Tomcat, Jetty and Undertow as
///   well; `admission=50` by a constant limit, `exclude=/health` except for these paths,
///   `no-carriers` without governing the carriers
/// - attached with `start` or `start,max=64`: starts it; attached with `stop`: stops it
///
/// Its state can be read over JMX at `CarrierGovernor.NAME`.
public final class GovernorAgent {
    private GovernorAgent() {}

    /// An older JDK, a larger machine or a second agent must not prevent a service from starting,
    /// so they are only reported on standard error. Wrong arguments do prevent it.
    public static void premain(@Nullable String text, Instrumentation instrumentation) {
        var arguments = Arguments.of(text);
        if (arguments.carriers()) {
            governCarriers(arguments);
        }
        var admission = arguments.admission();
        if (admission != null) {
            try {
                AdmissionAgent.install(admission, instrumentation);
            } catch (UnsupportedOperationException | IllegalStateException e) {
                System.err.println("governor: " + e.getMessage());
            }
        }
    }

    private static void governCarriers(Arguments arguments) {
        try {
            int present = CarrierGovernor.presentCarriers();
            if (arguments.max() > 0 && arguments.max() < present) {
                System.err.printf(
                        "governor: max=%d is below the present %d carriers; using max=%d%n",
                        arguments.max(), present, present);
            }
            start(arguments.atLeast(present));
        } catch (UnsupportedOperationException | IllegalStateException e) {
            System.err.println("governor: " + e.getMessage());
        }
    }

    /// Failures are thrown, so that the attaching process receives them.
    public static void agentmain(@Nullable String text) {
        var arguments = Arguments.of(text);
        if (arguments.admission() != null || !arguments.carriers()) {
            throw new IllegalArgumentException(
                    "governor: admission is accepted only by -javaagent, not by attach, because the"
                            + " classes of the web server are loaded already");
        }
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
    /// @param carriers whether they are governed
    /// @param admission null if requests are not limited
    record Arguments(
            Command command, int max, boolean carriers, @Nullable AdmissionSettings admission) {
        private static final String EXCLUDE = "exclude=";

        /// Parses any number of `start`, `stop`, `max=N`, `no-carriers`, `admission`, `admission=N`
        /// and `exclude=/path`, separated by commas.
        static Arguments of(@Nullable String text) {
            var command = Command.START;
            int max = 0;
            boolean carriers = true;
            int fixed = -1;
            var excluded = new ArrayList<String>();
            var words = text == null ? "" : text.strip();
            for (var word : words.isEmpty() ? new String[0] : words.split(",", -1)) {
                var lower = word.toLowerCase(Locale.ROOT);
                switch (lower) {
                    case "start" -> command = Command.START;
                    case "stop" -> command = Command.STOP;
                    case "no-carriers" -> carriers = false;
                    case "admission" -> fixed = 0;
                    default -> {
                        if (lower.startsWith(EXCLUDE + "/")) {
                            excluded.add(word.substring(EXCLUDE.length()));
                        } else if (lower.matches("admission=[1-9][0-9]{0,6}")) {
                            fixed = Integer.parseInt(lower.substring("admission=".length()));
                        } else {
                            max = max(lower);
                        }
                    }
                }
            }
            if (fixed < 0 && !excluded.isEmpty()) {
                throw new IllegalArgumentException(
                        "governor: exclude=%s needs admission".formatted(excluded.getFirst()));
            }
            if (!carriers && max > 0) {
                throw new IllegalArgumentException(
                        "governor: max=%d limits the carriers, which no-carriers leaves as they are"
                                .formatted(max));
            }
            return new Arguments(
                    command,
                    max,
                    carriers,
                    fixed < 0 ? null : new AdmissionSettings(fixed, excludedPaths(excluded)));
        }

        private static ExcludedPaths excludedPaths(List<String> beginnings) {
            try {
                return new ExcludedPaths(beginnings);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("governor: exclude: " + e.getMessage(), e);
            }
        }

        Arguments atLeast(int present) {
            return max == 0
                    ? this
                    : new Arguments(command, Math.max(max, present), carriers, admission);
        }

        private static int max(String word) {
            if (word.matches("max=[1-9][0-9]{0,4}")) {
                return Integer.parseInt(word.substring("max=".length()));
            }
            throw new IllegalArgumentException(
                    "governor: expected start, stop or max=N (carriers), no-carriers, admission,"
                            + " admission=N (requests) or exclude=/path, was \""
                            + word
                            + "\"");
        }
    }
}
