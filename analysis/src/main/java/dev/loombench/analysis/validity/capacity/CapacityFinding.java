package dev.loombench.analysis.validity.capacity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.time.Duration;

/// Something that makes a capacity invalid, or limits what it holds for.
public sealed interface CapacityFinding extends VariantFinding {
    @Override
    default Topic topic() {
        return Topic.CAPACITY;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case BecameFaster _ -> BecameFaster.KIND;
            case BimodalProcesses _ -> BimodalProcesses.KIND;
            case ChangedOverTime _ -> ChangedOverTime.KIND;
            case ConnectionsLimited _ -> ConnectionsLimited.KIND;
            case ConstantShare _ -> ConstantShare.KIND;
            case FlatBurn _ -> FlatBurn.KIND;
            case GeneratorLimited _ -> GeneratorLimited.KIND;
            case NotBracketed _ -> NotBracketed.KIND;
            case NotHeld _ -> NotHeld.KIND;
            case NotMonotone _ -> NotMonotone.KIND;
            case ProbesDisturbed _ -> ProbesDisturbed.KIND;
            case ProcessFailed _ -> ProcessFailed.KIND;
            case RisesWithTime _ -> RisesWithTime.KIND;
            case TooFewRequests _ -> TooFewRequests.KIND;
        };
    }

    /// The remedy where slow or failed requests depend on something else more than on the rate.
    private static String otherObjective(LongerRun longer) {
        return "choose another percentile or limit, away from the response time of a constant share of requests (as of cache misses), or use longer windows (%s)"
                .formatted(longer.windowOption());
    }

    /// A process held a rate well above its own capacity after the windows that show it.
    ///
    /// @param capacityPerSecond of the process by these windows, requests/s
    /// @param perSecond the rate that it held later, requests/s
    record BecameFaster(String variant, double capacityPerSecond, double perSecond)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "became-faster",
                        "a search: after its windows the last process holds 1.15 times its own capacity, or a higher rate where slow responses rise little with it, in two windows that are four times as long; by chance in at most 2 % of searches of a queue",
                        "note");

        /// About that of the process when it held the rate.
        private static final Duration AGE = Duration.ofMinutes(1);

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the last process held %s/s after its windows, which show a capacity of %s/s"
                            .formatted(number(perSecond), number(capacityPerSecond)),
                    "the capacity is that of the first windows of a process, and one that has served for longer may hold more",
                    "use a longer warm-up, " + LongerRun.fixedWarmUp(AGE));
        }
    }

    /// The processes that confirmed a capacity are of two kinds, further apart than the margin.
    ///
    /// @param processes of the rarer kind
    /// @param of in total
    /// @param perSecond capacity of the rarer kind, and `otherPerSecond` of the other, requests/s
    record BimodalProcesses(
            String variant, int processes, int of, double perSecond, double otherPerSecond)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "bimodal-processes",
                        "a search: with 3 processes or more that confirm a capacity, [processes of two kinds](differences.md#processes-of-two-kinds), further apart than the margin",
                        "note");

        /// The rarer kind over the other.
        public double factor() {
            return perSecond / otherPerSecond;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the capacity depends on the process: %d of %d processes at %.2f times that of the others, %s/s and %s/s"
                            .formatted(
                                    processes,
                                    of,
                                    factor(),
                                    number(perSecond),
                                    number(otherPerSecond)),
                    "one capacity of all processes depends on how many of each kind were started",
                    "plan with the lower capacity, and compare the processes of both kinds");
        }
    }

    /// A rate that held early in a process did not hold at its end.
    ///
    /// @param perSecond the rate, requests/s
    /// @param burn what was used at the end of what the objectives allow, as a multiple
    record ChangedOverTime(String variant, double perSecond, double burn)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "changed-over-time",
                        "a search: a rate that a process held at first, or a lower one, does not hold at its end, twice, or two processes have to be replaced after it",
                        "invalid");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "in one process it held %s/s at first, and did not later (%s times what is allowed)"
                            .formatted(number(perSecond), number(burn)),
                    "the capacity depends on how long the process has run, or on whether it was overloaded before",
                    "look for what grows with the requests served (memory, a table, a queue) or remains after an overload (threads, retries), or let the warm-up end before (%s)"
                            .formatted(longer.warmUpOption()));
        }
    }

    /// The connections of the load did not suffice for a higher rate.
    ///
    /// @param perSecond the highest rate, requests/s
    /// @param connections of the load
    record ConnectionsLimited(String variant, double perSecond, int connections)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "connections-limited",
                        "a search: at a higher rate requests wait for a free connection of the load for a third of a window or longer, and those that are sent hold the objectives, with a mean service time of at most 1.5 times the mean response time of the warm-up",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "at more than %s/s all %s of the load were in use, and requests waited for one"
                            .formatted(number(perSecond), counted(connections, "connection")),
                    "the capacity is a lower limit: that of the load, not of the server",
                    "use more connections (-c %d)".formatted(2L * connections));
        }
    }

    /// A share of the requests that is slow, or fails, well below the capacity already uses most of
    /// what the objectives allow.
    ///
    /// @param burn what the requests use of what is allowed, as a multiple
    /// @param fromPerSecond the lowest rate at which that was measured, and `toPerSecond` the
    ///   highest, requests/s
    record ConstantShare(String variant, double burn, double fromPerSecond, double toPerSecond)
            implements CapacityFinding {
        /// From which on the windows at the capacity hold or violate the objectives by chance.
        public static final double MOST = 0.8;

        /// The highest rate of such windows, as a share of the capacity.
        public static final double BELOW = 0.85;

        public static final Kind KIND =
                new Kind(
                        "constant-share",
                        "a search for percentiles or errors: at rates up to 0.85 times the capacity, all undisturbed windows after those that confirm together use 0.8 times what the objectives allow or more; of one objective also fewer slow or failed requests, where the exact interval of their number (95 %) contains what is allowed",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "from %s/s to %s/s, well below the capacity, slow or failed requests already used %s times what is allowed"
                            .formatted(number(fromPerSecond), number(toPerSecond), number(burn)),
                    "the objective depends on their share more than on the rate: a little more or less of it moves the capacity far, and windows may cross the limit by chance",
                    otherObjective(longer));
        }
    }

    /// What the objectives allow is used nearly alike at a much higher rate, or at a much lower
    /// one.
    ///
    /// @param capacityPerSecond of the last process, and `perSecond` the other rate, requests/s
    /// @param burn at that rate, what was used of what the objectives allow, as a multiple
    record FlatBurn(String variant, double capacityPerSecond, double perSecond, double burn)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "flat-burn",
                        "a search: after its windows the last process uses half to 1.5 times what the objectives allow at 1.5 times its own capacity, and not more than one of its windows at the capacity did, or at half of it no less than one of the windows at the capacity of each process did; measured where slow responses rise little with the rate",
                        "invalid");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "at %s/s the last process used %s times what is allowed, about as much as at its capacity of %s/s"
                            .formatted(number(perSecond), number(burn), number(capacityPerSecond)),
                    "the objective hardly depends on the rate there: windows crossed it by chance, and the capacity may be far higher or lower",
                    otherObjective(longer));
        }
    }

    /// The load generator could not offer a higher rate.
    ///
    /// @param perSecond the highest rate, requests/s
    record GeneratorLimited(String variant, double perSecond) implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "generator-limited",
                        "a search: the load generator could not offer a higher rate",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the load generator could not offer more than %s/s"
                            .formatted(number(perSecond)),
                    "the capacity is a lower limit",
                    "give the generator its own processors: run the server on another machine, or limit it to some (taskset -c)");
        }
    }

    /// The capacity of some processes is a limit, because the search ended before it found rates on
    /// both sides.
    ///
    /// @param processes such processes, of `of`
    record NotBracketed(String variant, int processes, int of) implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "not-bracketed",
                        "a search: any process without rates on both sides of its capacity",
                        "invalid");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "in %d of %s no rate near the estimate was on the other side of the objective"
                            .formatted(processes, of == 1 ? "1 process" : of + " processes"),
                    "the capacity of these processes is a limit, and the interval is wrong",
                    "repeat the search with longer windows (%s)".formatted(longer.windowOption()));
        }
    }

    /// A rate that held the objectives in windows of some seconds did not hold them over a long
    /// one.
    ///
    /// @param perSecond the highest such rate, requests/s
    /// @param seconds length of the window
    /// @param burn what was used of what the objectives allow, as a multiple
    record NotHeld(String variant, double perSecond, double seconds, double burn)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "not-held",
                        "a search: a rate that short windows hold violates the objectives over a long one",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "windows of some seconds hold the objective at %s/s, and a window of %.0f s does not (%s times what is allowed)"
                            .formatted(number(perSecond), seconds, number(burn)),
                    "the capacity is that of the long window: something rarer than the short windows breaks the objective",
                    "look for pauses: collections, periodic tasks, a limit that resets");
        }
    }

    /// A rate holds the objectives although a lower one violates them.
    ///
    /// @param violatedPerSecond the lower rate, and `metPerSecond` the higher one, requests/s
    record NotMonotone(String variant, double violatedPerSecond, double metPerSecond)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "not-monotone",
                        "a search: a rate holds the objectives, a fifth or more above one that violates them, with half of its burn or less; by chance in about one of a hundred searches of a queue",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "the objective is violated at %s/s and held at %s/s"
                            .formatted(number(violatedPerSecond), number(metPerSecond)),
                    "the capacity is that of the isotonic fit; at some lower rates the objective may not hold",
                    "repeat the search; if it shows again, the server adapts to the load (batches, pool sizes, collections)");
        }
    }

    /// Violations in windows that were still disturbed after they had been repeated.
    ///
    /// @param probes such windows, of `of`
    /// @param reason of the last one
    record ProbesDisturbed(String variant, int probes, int of, String reason)
            implements CapacityFinding {
        /// Share of the windows from which on the capacity is invalid.
        private static final double LIMIT = 0.5;

        public static final Kind KIND =
                new Kind(
                        "probes-disturbed",
                        "a search: any window that violates the objectives and stays disturbed when repeated; over %s of those that confirm, or of all"
                                .formatted(percent(LIMIT)),
                        "note; invalid");

        @Override
        public Severity severity() {
            return probes > LIMIT * of ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "%s of %s stayed disturbed when repeated (%s)"
                            .formatted(
                                    counted(probes, "violated window"),
                                    counted(of, "window"),
                                    reason),
                    "the capacity may be higher",
                    "end the other processes, or repeat the search on a quiet machine");
        }
    }

    /// A process failed.
    ///
    /// @param process its number, from 1
    record ProcessFailed(String variant, int process, String reason) implements CapacityFinding {
        public static final Kind KIND =
                new Kind("process-failed", "a search: any process", "invalid");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "process %d failed: %s".formatted(process, reason),
                    "its capacity is missing",
                    "read the server's output in the folder of its process");
        }
    }

    /// The capacity rises from window to window of the processes that confirm it.
    ///
    /// @param rise from the first window of a process to the last, as a share
    record RisesWithTime(String variant, double rise) implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "rises-with-time",
                        "a search: within the processes that confirm, what is used at a rate falls from window to window, by more than 2.5 standard errors, and later windows well below the capacity use hardly any; by chance in less than 1 % of searches of a queue",
                        "note");

        /// Several times that of the processes.
        private static final Duration AGE = Duration.ofMinutes(5);

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "from its first window to the last the capacity of a process rose by about %s %%"
                            .formatted(number(100 * rise)),
                    "the capacity is that of the first minutes of a process, and one that has served for longer may hold far more",
                    "use a longer warm-up, " + LongerRun.fixedWarmUp(AGE));
        }
    }

    /// Lower rates were not tried, as a window has too few requests there.
    ///
    /// @param lowestPerSecond rate that was tried, requests/s
    /// @param requests that a window needs
    record TooFewRequests(String variant, double lowestPerSecond, double requests)
            implements CapacityFinding {
        public static final Kind KIND =
                new Kind(
                        "too-few-requests",
                        "a search: no rate holds the objectives, and lower ones would have fewer requests in a window than the objectives need",
                        "note");

        @Override
        public FindingText words(LongerRun longer) {
            return new FindingText(
                    "no rate below %s/s was tried, as a window there has fewer than the %s requests that the objective needs"
                            .formatted(number(lowestPerSecond), number(requests)),
                    "whether a lower rate holds the objective is unknown",
                    "give longer windows (%s)".formatted(longer.windowOption()));
        }
    }
}
