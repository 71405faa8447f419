package dev.loombench.report;

import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.trial.EventsPerRequest;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/// The columns of a table for counted events: those that were counted in any variant.
public final class EventColumns {
    private EventColumns() {}

    /// @param name as in `instructions/request`
    public record Column(String name, Function<EventsPerRequest, OptionalDouble> event) {
        public String text(VariantSummary variant) {
            var value = event.apply(variant.cost().events());
            return value.isPresent() ? Format.quantity(value.getAsDouble()) : Format.MISSING;
        }
    }

    /// @return empty where nothing was counted
    public static List<Column> of(List<VariantSummary> variants) {
        boolean userOnly = variants.stream().anyMatch(v -> v.cost().events().userOnly());
        var scope = userOnly ? " (user mode)" : "";
        return Stream.of(
                        new Column("instructions/request" + scope, EventsPerRequest::instructions),
                        new Column("cycles/request" + scope, EventsPerRequest::cycles),
                        new Column("context switches/request", EventsPerRequest::switches),
                        new Column("CPU migrations/request", EventsPerRequest::migrations))
                .filter(column -> variants.stream().anyMatch(v -> isCounted(column, v)))
                .toList();
    }

    private static boolean isCounted(Column column, VariantSummary variant) {
        return column.event().apply(variant.cost().events()).isPresent();
    }
}
