package dev.loombench.analysis;

import dev.loombench.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/// What a server's memory was made of at the end of its window, mean of the trials.
///
/// Parts are what the JVM has taken from the system (committed); not all of it need lie in RAM. The
/// resident set is the kernel's count of what does.
///
/// @param residentBytes of the process
/// @param parts in a fixed order; those without evidence are absent
public record MemoryBreakdown(double residentBytes, List<MemoryShare> parts) {

    /// What memory is for.
    public enum Use {
        HEAP_USED,
        /// Taken for the heap and free just then.
        HEAP_FREE,
        DIRECT,
        METASPACE,
        CODE,
        /// Told where native memory is observed.
        THREAD_STACKS,
        /// Collector, compilers, symbols …; told where native memory is observed.
        JVM
    }

    public record MemoryShare(Use use, double bytes) {}

    public MemoryBreakdown {
        parts = List.copyOf(parts);
    }

    public double counted() {
        return parts.stream().mapToDouble(MemoryShare::bytes).sum();
    }

    /// Resident, and no part of what the JVM counts: libraries, what the allocator keeps, and the
    /// parts that were not observed.
    public double unaccounted() {
        return Math.max(0, residentBytes - counted());
    }

    /// Counted by the JVM, and not in RAM: taken and never touched.
    public double notResident() {
        return Math.max(0, counted() - residentBytes);
    }

    /// Empty unless resident set and heap are known.
    static Optional<MemoryBreakdown> of(List<Completed> trials) {
        var resident = mean(trials, MetricId.PROCESS_RSS);
        var used = mean(trials, MetricId.HEAP_USED);
        if (resident.isEmpty() || used.isEmpty()) {
            return Optional.empty();
        }
        var parts = new ArrayList<MemoryShare>();
        parts.add(new MemoryShare(Use.HEAP_USED, used.getAsDouble()));
        add(
                parts,
                Use.HEAP_FREE,
                mean(trials, MetricId.HEAP_COMMITTED),
                c -> c - used.getAsDouble());
        add(parts, Use.DIRECT, mean(trials, MetricId.DIRECT_USED), b -> b);
        add(parts, Use.METASPACE, mean(trials, MetricId.METASPACE_COMMITTED), b -> b);
        add(parts, Use.CODE, mean(trials, MetricId.CODE_COMMITTED), b -> b);
        double told =
                parts.stream()
                        .filter(p -> p.use() != Use.HEAP_USED && p.use() != Use.HEAP_FREE)
                        .mapToDouble(MemoryShare::bytes)
                        .sum();
        add(parts, Use.THREAD_STACKS, mean(trials, MetricId.NATIVE_STACKS), b -> b);
        add(parts, Use.JVM, mean(trials, MetricId.NATIVE_OTHERS), others -> others - told);
        return Optional.of(new MemoryBreakdown(resident.getAsDouble(), parts));
    }

    private static void add(
            List<MemoryShare> parts, Use use, OptionalDouble bytes, DoubleUnaryOperator share) {
        bytes.ifPresent(b -> parts.add(new MemoryShare(use, Math.max(0, share.applyAsDouble(b)))));
    }

    private static OptionalDouble mean(List<Completed> trials, MetricId figure) {
        return trials.stream()
                .flatMap(t -> t.series(figure).map(s -> s.nearest(t.window().endNanos())).stream())
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }
}
