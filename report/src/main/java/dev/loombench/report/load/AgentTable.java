package dev.loombench.report.load;

import dev.loombench.export.PageTable;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.Format;
import dev.loombench.result.AgentFigures;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Locale;

/// The agents of a load as a table, a row for each.
public final class AgentTable {
    private static final double P99 = 99;
    private static final List<String> COLUMNS =
            List.of(
                    "agent",
                    "connections",
                    "responses/s",
                    "send lag p99",
                    "CPU per request",
                    "busy",
                    "round trip",
                    "clock error");

    private AgentTable() {}

    public static PageTable of(List<AgentFigures> agents) {
        return PageTable.ofTexts(COLUMNS, agents.stream().map(AgentTable::row).toList());
    }

    private static List<String> row(AgentFigures agent) {
        if (agent.result().isEmpty()) {
            return List.of(agent.address(), connections(agent), "lost", "", "", "", "", "");
        }
        var result = agent.result().get();
        return List.of(
                agent.address(),
                connections(agent),
                Figures.number(rate(result)),
                lag(result),
                cpu(result),
                String.format(Locale.ROOT, "%.0f %%", 100 * result.generator().busyShare()),
                Format.time((double) agent.clock().roundTrips().medianNanos()),
                Format.time((double) agent.clock().skewNanos()));
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
