package dev.loombench.governor.admission;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Guaranteed shares of one limit, for example by tenant, client or endpoint.
///
/// ```java
/// var partitions = Partitions.of(limit, Map.of("checkout", 0.5, "search", 0.2));
/// switch (partitions.tryAcquire("checkout", Priority.NORMAL)) { ... }
/// ```
///
/// A partition is admitted while it is below its share, whatever the others do. Beyond its share it
/// may use what the others leave, as far as the limit allows. So when a partition reclaims its
/// share from others, more requests than the limit are in flight until those of the others end; the
/// shares are the bound of this excess. A share is one slot or more, however low the limit is. A
/// name without a share has no guarantee.
///
/// Priorities apply in both: within the share to the share, beyond it to the limit.
public final class Partitions {
    private static final double ROUNDING = 1e-9;

    private final AdmissionLimit limit;
    private final Map<String, Partition> byName;
    private final Partition others = new Partition(0, new AtomicInteger());

    /// @param inFlight its requests in flight
    private record Partition(double share, AtomicInteger inFlight) {}

    private Partitions(AdmissionLimit limit, Map<String, Partition> byName) {
        this.limit = limit;
        this.byName = byName;
    }

    /// @param shares share of the limit by the name of the partition, each above 0, together at
    ///   most 1
    public static Partitions of(AdmissionLimit limit, Map<String, Double> shares) {
        var byName = new LinkedHashMap<String, Partition>();
        double total = 0;
        for (var entry : shares.entrySet()) {
            double share = entry.getValue();
            if (!(share > 0 && share <= 1)) {
                throw new IllegalArgumentException(
                        "the share of partition %s must be above 0 and at most 1, was %s"
                                .formatted(entry.getKey(), share));
            }
            total += share;
            byName.put(entry.getKey(), new Partition(share, new AtomicInteger()));
        }
        if (total > 1 + ROUNDING) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "the shares of the partitions must add up to at most 1, were %s: %.3f",
                            shares,
                            total));
        }
        return new Partitions(limit, byName);
    }

    /// @param name name of the partition; null or without a share: not guaranteed
    public Admission tryAcquire(@Nullable String name, Priority priority) {
        var partition = partition(name);
        return limit.tryAcquire(priority, partition.share(), partition.inFlight());
    }

    /// The requests in flight of a partition; of a name without a share, those of all such names.
    public int inFlight(@Nullable String name) {
        return partition(name).inFlight().get();
    }

    /// The limit that the partitions share.
    public AdmissionLimit limit() {
        return limit;
    }

    private Partition partition(@Nullable String name) {
        return name == null ? others : byName.getOrDefault(name, others);
    }
}
