package dev.loombench.cli.agent;

import dev.loombench.load.result.LoadResult;
import dev.loombench.report.Format;
import dev.loombench.report.text.Table;
import dev.loombench.result.AgentFigures;
import java.util.List;
import java.util.Locale;

/// The agents of a load as a table, a row for each.
public final class AgentTable {
    private static final double P99 = 99;

    private AgentTable() {}

    /// Blocks of lines, each at most as wide as a terminal.
    public static List<List<String>> blocks(List<AgentFigures> agents, int width) {
        var table =
                new Table()
                        .row(
                                "agent",
                                "connections",
                                "responses/s",
                                "send lag p99",
                                "CPU per request",
                                "busy",
                                "round trip",
                                "clock error");
        for (var agent : agents) {
            if (agent.result().isEmpty()) {
                table.row(agent.address(), connections(agent), "lost", "", "", "", "", "");
                continue;
            }
            var result = agent.result().get();
            table.row(
                    agent.address(),
                    connections(agent),
                    Format.number(rate(result)),
                    lag(result),
                    cpu(result),
                    String.format(Locale.ROOT, "%.0f %%", 100 * result.generator().busyShare()),
                    Format.time((double) agent.clock().roundTrips().medianNanos()),
                    Format.time((double) agent.clock().skewNanos()));
        }
        return table.blocks(width);
    }

    private static String connections(AgentFigures agent) {
        return String.format(Locale.ROOT, "%,d", agent.share().connections());
    }

    static double rate(LoadResult result) {
        return result.counts().succeededInWindow() / result.window().seconds();
    }

    private static String lag(LoadResult result) {
        var lag = result.generator().sendLag();
        return lag.getTotalCount() == 0
                ? Format.MISSING
                : Format.time((double) lag.getValueAtPercentile(P99));
    }

    private static String cpu(LoadResult result) {
        long responses = result.counts().succeededInWindow();
        return responses == 0
                ? Format.MISSING
                : Format.time((double) result.generator().cpuNanos() / responses);
    }
}
