package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// CPU time of a controller whose agents drive a load at a fixed rate, as a share of one core.
///
/// Agents, controller and responder share the machine. The controller's windows follow one another
/// after its warm-up, in which its code is compiled.
final class ControllerCostBenchmark {
    private static final int AGENTS = 10;
    private static final int WARM_UP_MILLIS = 30_000;
    private static final int LONGER_THAN_ANY_RUN = 86_000; // s

    private ControllerCostBenchmark() {}

    static String run(CompareOptions options) {
        var placement = options.placement();
        var agents = new ArrayList<AgentProcess>();
        try {
            var folder = Files.createTempDirectory(options.scratch(), "controller");
            for (int i = 0; i < AGENTS; i++) {
                Compare.say("agent %d of %d".formatted(i + 1, AGENTS));
                agents.add(AgentProcess.start(placement, "agent-" + i, folder));
            }
            try (var responder = Responder.start(placement, "of-agents", folder, List.of());
                    var controller =
                            AgentProcess.controller(
                                    placement,
                                    agents,
                                    List.of(
                                            "-c",
                                            "" + options.connections(),
                                            "-R",
                                            "" + options.rate(),
                                            "-d",
                                            LONGER_THAN_ANY_RUN + "s",
                                            "http://127.0.0.1:%d/".formatted(responder.port())),
                                    folder)) {
                Compare.say("warming up");
                Compare.sleep(WARM_UP_MILLIS);
                return measure(options, controller, responder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            agents.forEach(AgentProcess::close);
        }
    }

    private static String measure(
            CompareOptions options, ChildProcess controller, Responder responder) {
        var shares = new double[options.rounds()];
        var rates = new double[options.rounds()];
        for (int i = 0; i < shares.length; i++) {
            long start = System.nanoTime();
            long cpu = controller.cpuNanos();
            long responses = responder.responses();
            Compare.sleep(options.seconds() * 1000L);
            double nanos = System.nanoTime() - start;
            shares[i] = 100 * (controller.cpuNanos() - cpu) / nanos;
            rates[i] = (responder.responses() - responses) * 1e9 / nanos;
        }
        controller.requireAlive();
        var share = MeanInterval.of(shares);
        return "controller of %d agents, %,d requests/s required, %,.0f responses/s, %d windows of %d s%n%n%s"
                .formatted(
                        AGENTS,
                        options.rate(),
                        MeanInterval.of(rates).mean(),
                        options.rounds(),
                        options.seconds(),
                        "CPU time: %.2f %% of one core, 95 %% interval %.2f .. %.2f%n"
                                .formatted(share.mean(), share.low(), share.high()));
    }
}
