package dev.loombench.report;

import dev.loombench.analysis.AgentSummary;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Aside;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// The agents that drove the load of a run, a row per variant and agent.
public final class AgentRows {
    /// What the columns mean.
    private static final String LEGEND =
            "CPU/request, busy: of the agent's load generator. round trip: between agent and server,"
                    + " the shortest connect before each load. resent: TCP segments that the agent's"
                    + " machine retransmitted. clock error: largest possible difference of its start"
                    + " and end from those of the load.";

    private static final List<String> COLUMNS =
            List.of(
                    "agent",
                    "connections",
                    "requests/s",
                    "send lag p99",
                    "CPU/request",
                    "busy",
                    "round trip",
                    "resent",
                    "clock error");

    private static final double P99 = 99;

    private AgentRows() {}

    /// The table and what its columns mean; without parts where the lab drove the load.
    public static Section section(List<AgentSummary> agents) {
        return new Section(
                "Agents",
                agents.isEmpty()
                        ? List.of()
                        : List.of(new Outline.Figures(of(agents)), new Aside(LEGEND)));
    }

    private static PageTable of(List<AgentSummary> agents) {
        return PageTable.ofTexts(COLUMNS, agents.stream().map(AgentRows::row).toList());
    }

    private static List<String> row(AgentSummary agent) {
        var lag = agent.generator().sendLag();
        return List.of(
                "%s, %s".formatted(agent.variant(), agent.address()),
                Figures.whole(agent.connections()),
                Figures.number(agent.throughput()),
                lag.getTotalCount() == 0
                        ? Format.MISSING
                        : Format.time((double) lag.getValueAtPercentile(P99)),
                Format.time(agent.generator().cpuPerRequest()),
                String.format(Locale.ROOT, "%.0f %%", 100 * agent.generator().busyShare()),
                Format.time(agent.network().roundTripNanos()),
                share(agent.network().retransmittedShare()),
                Format.time((double) agent.clockErrorNanos()));
    }

    /// As in `0.02 %`.
    static String share(OptionalDouble share) {
        return share.isEmpty()
                ? Format.MISSING
                : String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble());
    }
}
