package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.finding.Amounts.mebibytes;
import static dev.loombench.diagnose.finding.Amounts.percent;
import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.ClassHistogram.Count;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Growth of the heap that lives: the objects that are left after a collection at the end of the
/// observation, beyond those at its start, by class.
public final class HeapGrowth {
    public static final String ID = "heap-growth";

    /// What lives varies within shorter times.
    static final Duration SHORTEST = Duration.ofSeconds(10);

    /// The least growth, as a share of the largest heap.
    static final double GROWN_SHARE = 0.05;

    /// Classes that a finding names.
    private static final int SHOWN_CLASSES = 3;

    private static final Map<String, String> PRIMITIVES =
            Map.of(
                    "B", "byte", "C", "char", "D", "double", "F", "float", "I", "int", "J", "long",
                    "S", "short", "Z", "boolean");

    static final Rule RULE =
            new Rule(
                    ID,
                    "the heap that lives grows, by class (`--memory`)",
                    "class histograms at the start and the end of %d s or more (`--memory`)"
                            .formatted(SHORTEST.toSeconds()),
                    "live objects grow by %s of the largest heap. Caches that fill after a start grow too"
                            .formatted(percent(GROWN_SHARE)),
                    "warning",
                    "",
                    Figures.class);

    private HeapGrowth() {}

    /// @param grownBytes within the observation
    /// @param liveBytes at its end
    record Figures(long grownBytes, long liveBytes, long heapBytes) {}

    /// More objects of a class.
    private record Growth(String type, long instances, long bytes) {
        String describe() {
            return "%s: %s more in %s"
                    .formatted(
                            name(type),
                            mebibytes(bytes),
                            instances > 0 ? counted(instances, "more object") : "larger objects");
        }
    }

    public static Optional<ServiceFinding> in(Evidence evidence) {
        long heap = evidence.jvm().maxHeapBytes().orElse(0);
        var before = evidence.memory().histogramBefore().value();
        var after = evidence.memory().histogram().value();
        if (before.isEmpty()
                || after.isEmpty()
                || heap <= 0
                || evidence.window().compareTo(SHORTEST) < 0) {
            return Optional.empty();
        }
        long live = bytes(after.get());
        long grown = live - bytes(before.get());
        return grown < GROWN_SHARE * heap
                ? Optional.empty()
                : Optional.of(
                        finding(
                                new Figures(grown, live, heap),
                                growth(before.get(), after.get()),
                                evidence.window()));
    }

    private static ServiceFinding finding(Figures figures, List<Growth> classes, Duration window) {
        return ServiceFinding.of(
                RULE,
                Severity.WARNING,
                Confidence.MEDIUM,
                new FindingText(
                        "the heap that lives grew by %s in %d s, to %s of %s"
                                .formatted(
                                        mebibytes(figures.grownBytes),
                                        window.toSeconds(),
                                        mebibytes(figures.liveBytes),
                                        mebibytes(figures.heapBytes)),
                        "at this rate the heap is full in about " + left(figures, window),
                        "find what keeps these objects, as with a heap dump; inspect again later,"
                                + " since caches that fill after a start grow too"),
                classes.stream().limit(SHOWN_CLASSES).map(Growth::describe).toList(),
                Math.min(1, (double) figures.grownBytes / figures.heapBytes),
                figures);
    }

    /// The time in which the rest of the heap fills.
    private static String left(Figures figures, Duration window) {
        double rest = Math.max(0, figures.heapBytes - figures.liveBytes);
        long seconds = Math.round(rest / figures.grownBytes * window.toSeconds());
        return seconds < 120
                ? counted(seconds, "second")
                : counted(Math.round(seconds / 60.0), "minute");
    }

    private static long bytes(ClassHistogram histogram) {
        return histogram.classes().values().stream().mapToLong(Count::bytes).sum();
    }

    /// The classes whose objects grew, most bytes first.
    private static List<Growth> growth(ClassHistogram before, ClassHistogram after) {
        return after.classes().entrySet().stream()
                .map(entry -> {
                    var type = entry.getKey();
                    var first = before.of(type);
                    return new Growth(
                            type,
                            entry.getValue().instances() - first.instances(),
                            entry.getValue().bytes() - first.bytes());
                })
                .filter(growth -> growth.bytes > 0)
                .sorted(
                        Comparator.comparingLong(Growth::bytes)
                                .reversed()
                                .thenComparing(Growth::type))
                .toList();
    }

    /// `byte[]` of `[B`, `com.example.Shop[]` of `[Lcom.example.Shop;`.
    static String name(String type) {
        if (!type.startsWith("[")) {
            return type;
        }
        var element = type.substring(1);
        if (element.startsWith("L") && element.endsWith(";")) {
            return element.substring(1, element.length() - 1) + "[]";
        }
        return (element.startsWith("[") ? name(element) : PRIMITIVES.getOrDefault(element, element))
                + "[]";
    }
}
