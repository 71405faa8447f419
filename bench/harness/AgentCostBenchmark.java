package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// CPU per request of an agent, as a ratio to that of a stand-alone generator, with every
/// connection busy.
///
/// A pair is one fresh process of each, on the same core, with responders of their own. They are
/// resumed in turn, in random order, for one short window each; the median ratio of the windows of
/// a round is the figure of the pair. The interval is over pairs, because processes of the same
/// code differ. The controller runs on the harness's core and is not paused: a window is shorter
/// than the time after which an agent counts as lost.
final class AgentCostBenchmark {
    private static final int PAIRS = 6;
    private static final int LONGER_THAN_ANY_RUN = 86_000; // s
    private static final int START_LIMIT_MILLIS = 60_000;

    private final CompareOptions options;
    private final Random random;

    /// @param ratio median over the windows
    private record Pair(double standAloneMicros, double agentMicros, double ratio) {}

    private AgentCostBenchmark(CompareOptions options) {
        this.options = options;
        this.random = new Random(options.seed());
    }

    static String run(CompareOptions options) {
        return new AgentCostBenchmark(options).table();
    }

    private String table() {
        var table = new Table("pair", "stand-alone us", "agent us", "ratio");
        var logs = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            Compare.say("pair %d of %d".formatted(i + 1, PAIRS));
            var pair = pair();
            logs[i] = Math.log(pair.ratio());
            table.row(
                    "" + (i + 1),
                    Table.figure(pair.standAloneMicros(), 2),
                    Table.figure(pair.agentMicros(), 2),
                    Table.figure(pair.ratio(), 3));
        }
        var ratio = MeanInterval.of(logs).exp();
        return "agent, %d connections, %d pairs of processes, %d rounds of %d ms%n%n%s%n%s"
                .formatted(
                        options.connections(),
                        PAIRS,
                        options.rounds(),
                        options.windowMillis(),
                        table,
                        "CPU per request, agent to stand-alone: %.3f, 95 %% interval %.3f .. %.3f%n"
                                .formatted(ratio.mean(), ratio.low(), ratio.high()));
    }

    private Pair pair() {
        var folder = folder();
        var loombench =
                Generators.ALL.stream()
                        .filter(generator -> generator.name().equals("loombench"))
                        .findFirst()
                        .orElseThrow();
        try (var alone =
                        GeneratorRun.open(
                                loombench,
                                options,
                                options.connections(),
                                LONGER_THAN_ANY_RUN,
                                false,
                                DelayProfile.NONE);
                var agent = AgentProcess.start(options.placement(), "agent", folder);
                var responder =
                        Responder.start(options.placement(), "of-agent", folder, List.of());
                var controller =
                        AgentProcess.controller(
                                options.placement(),
                                List.of(agent),
                                List.of(
                                        "-c",
                                        "" + options.connections(),
                                        "-d",
                                        LONGER_THAN_ANY_RUN + "s",
                                        "--timeout",
                                        "24h",
                                        "http://127.0.0.1:%d/".formatted(responder.port())),
                                folder)) {
            awaitLoad(responder, controller);
            var driven = new GeneratorRun(loombench, alone.load(), agent.process(), responder);
            Compare.sleep(options.warmUpSeconds() * 1000L);
            alone.pause();
            alone.requireResponses();
            Compare.sleep(options.warmUpSeconds() * 1000L); // as much for the agent alone
            driven.pause();
            return rounds(alone, driven);
        }
    }

    private static void awaitLoad(Responder responder, ChildProcess controller) {
        for (int waited = 0; responder.responses() < 1_000; waited += 100) {
            controller.requireAlive();
            if (waited > START_LIMIT_MILLIS) {
                throw new HarnessException("the agent's load does not start");
            }
            Compare.sleep(100);
        }
    }

    private Pair rounds(GeneratorRun alone, GeneratorRun agent) {
        var ratios = new double[options.rounds()];
        var aloneMicros = new double[options.rounds()];
        var agentMicros = new double[options.rounds()];
        for (int i = 0; i < ratios.length; i++) {
            if (random.nextBoolean()) {
                aloneMicros[i] = window(alone);
                agentMicros[i] = window(agent);
            } else {
                agentMicros[i] = window(agent);
                aloneMicros[i] = window(alone);
            }
            ratios[i] = agentMicros[i] / aloneMicros[i];
        }
        return new Pair(
                Quartiles.of(aloneMicros).median(),
                Quartiles.of(agentMicros).median(),
                Quartiles.of(ratios).median());
    }

    private double window(GeneratorRun run) {
        return run.window(options.windowMillis()).cpuMicros();
    }

    private Path folder() {
        try {
            return Files.createTempDirectory(options.scratch(), "agent");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
