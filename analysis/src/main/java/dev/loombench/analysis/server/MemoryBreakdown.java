package dev.loombench.analysis.server;

import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/// The parts of a server's memory at the end of its window, mean of the trials.
///
/// Parts are memory that the JVM has committed, which need not all be in RAM. The resident set is
/// the kernel's count of what is in RAM.
///
/// @param residentBytes of the process
/// @param parts in a fixed order; those without evidence are absent
public record MemoryBreakdown(double residentBytes, List<MemoryShare> parts) {

    /// The use of a part.
    public enum Use {
        HEAP_USED,
        /// Committed for the heap, and free at that time.
        HEAP_FREE,
        DIRECT,
        METASPACE,
        CODE,
        /// Known where native memory is observed.
        THREAD_STACKS,
        /// Collector, compilers, symbols …; known where native memory is observed.
        JVM
    }

    public record MemoryShare(Use use, double bytes) {}

    public MemoryBreakdown {
        parts = List.copyOf(parts);
    }

    public double counted() {
        return parts.stream().mapToDouble(MemoryShare::bytes).sum();
    }

    /// Resident memory that the JVM does not count: libraries, memory that the allocator keeps, and
    /// parts that were not observed.
    public double unaccounted() {
        return Math.max(0, residentBytes - counted());
    }

    /// Counted by the JVM and not in RAM: committed and never touched.
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
        double known =
                parts.stream()
                        .filter(p -> p.use() != Use.HEAP_USED && p.use() != Use.HEAP_FREE)
                        .mapToDouble(MemoryShare::bytes)
                        .sum();
        add(parts, Use.THREAD_STACKS, mean(trials, MetricId.NATIVE_STACKS), b -> b);
        add(parts, Use.JVM, mean(trials, MetricId.NATIVE_OTHERS), others -> others - known);
        return Optional.of(new MemoryBreakdown(resident.getAsDouble(), parts));
    }

    private static void add(
            List<MemoryShare> parts, Use use, OptionalDouble bytes, DoubleUnaryOperator share) {
        bytes.ifPresent(b -> parts.add(new MemoryShare(use, Math.max(0, share.applyAsDouble(b)))));
    }

    private static OptionalDouble mean(List<Completed> trials, MetricId metric) {
        return trials.stream()
                .flatMap(t -> t.series(metric).map(s -> s.nearest(t.window().endNanos())).stream())
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }
}
