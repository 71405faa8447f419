package dev.loombench.analysis;

import dev.loombench.result.LoadResult;
import dev.loombench.spec.Claim;
import dev.loombench.spec.Metric;
import dev.loombench.stats.Trend;
import java.util.List;

/// What makes a result doubtful, or bounds what it speaks for: what was seen, why it matters, what
/// helps.
public sealed interface Finding {

    /// A note bounds the result; a doubt means that it must not be relied on.
    enum Severity {
        NOTE,
        DOUBT
    }

    /// @param message figures and names, one sentence
    /// @param impact why it does
    /// @param remedy what the user can do
    record Statement(Severity severity, String message, String impact, String remedy) {
        static Statement note(String seen, String matters, String helps) {
            return new Statement(Severity.NOTE, seen, matters, helps);
        }

        static Statement doubt(String seen, String matters, String helps) {
            return new Statement(Severity.DOUBT, seen, matters, helps);
        }
    }

    Statement statement();

    default Severity severity() {
        return statement().severity();
    }

    /// Those that it was seen in; empty where it is of the whole run.
    default List<String> variants() {
        return List.of();
    }

    /// Whether it touches figures of this kind.
    default boolean affects(Metric metric) {
        return true;
    }

    /// Whether it touches what the claim is checked by.
    default boolean affects(Claim claim) {
        return affects(claim.metric())
                && (variants().isEmpty() || variants().stream().anyMatch(claim::names));
    }

    /// Seen in one variant.
    sealed interface VariantFinding extends Finding {
        String variant();

        @Override
        default List<String> variants() {
            return List.of(variant());
        }
    }

    /// The load engine had no time to spare.
    record GeneratorSaturated(String variant, double busyShare) implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: the load engine was busy %.0f %% of the time"
                            .formatted(variant, 100 * busyShare),
                    "a generator at its limit measures itself, not the server",
                    "fewer users or a lower rate");
        }
    }

    /// Requests left later than they were due.
    ///
    /// @param expected whether that comes of failures which the experiment expects
    record ScheduleLagged(
            String variant, double lagSeconds, double responseSeconds, boolean expected)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return new Statement(
                    expected ? Severity.NOTE : Severity.DOUBT,
                    "%s: one request in a hundred left %.1f ms late, and half of all answers came within %.1f ms"
                            .formatted(variant, lagSeconds * 1e3, responseSeconds * 1e3),
                    "the server never felt the load that was asked for, and waiting for a connection counts as response time",
                    "more connections, or a lower rate");
        }
    }

    /// @param variants that it was seen in
    /// @param trials that never settled
    /// @param warmUpSeconds the longest that one of them was given
    record NeverSteady(List<String> variants, int trials, int of, double warmUpSeconds)
            implements Finding {
        public NeverSteady {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "in %d of %d trials (%s) throughput or CPU per request still moved after %.1f s of warm-up"
                            .formatted(trials, of, String.join(", ", variants), warmUpSeconds),
                    "their windows hold some of the warm-up: CPU per request and the high percentiles"
                            + " would come out lower",
                    "a longer warm-up (phases: warm-up: at-most)");
        }
    }

    record ConnectionsNotAchieved(String variant, int asked, int achieved)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,d connections were asked for and %,d achieved"
                            .formatted(variant, asked, achieved),
                    "fewer users were in flight than the experiment says",
                    "the server's limit on connections, the limit on open files (ulimit -n), the backlog");
        }
    }

    /// @param variant or what else was driven
    /// @param share of the window, 0..1
    /// @param missed arrivals that left late or never, of an open load
    /// @param timed whether response times or arrivals by the clock are what counts; users who wait
    ///   for their answers share the processors with the server, and throughput is what that gives
    record GeneratorStarved(String variant, double share, long missed, boolean timed)
            implements VariantFinding {
        /// From this share on, one answer in ten or more met a loop that could not take it up.
        private static final double NOTEWORTHY = 0.1;

        /// Beyond it, the median holds the wait.
        private static final double TOO_MUCH = 0.5;

        boolean matters() {
            return share > (timed ? NOTEWORTHY : TOO_MUCH);
        }

        @Override
        public boolean affects(Metric metric) {
            return metric.ofResponseTime() || (metric == Metric.THROUGHPUT && missed > 0);
        }

        @Override
        public Statement statement() {
            return new Statement(
                    timed && share > TOO_MUCH ? Severity.DOUBT : Severity.NOTE,
                    "%s: the load engine was ready to run and kept from CPU %.0f %% of the time%s"
                            .formatted(
                                    variant,
                                    100 * share,
                                    missed > 0
                                            ? ", and missed %,d arrivals".formatted(missed)
                                            : ""),
                    "answers lay there until it was let run, and that counts as response time",
                    "a core that it has to itself (cpus: of the server), or a lower load");
        }
    }

    /// What may be lost of a window before its figures are those of an interruption: 2 % is less
    /// than the smallest margin in use (3 %), and a second alone is the p99.9 of a quarter of an
    /// hour.
    static boolean tooLong(double seconds, double longestSeconds, double windowSeconds) {
        return seconds > 0.02 * windowSeconds || longestSeconds > 1;
    }

    /// The load generator was stopped, or paused with its machine.
    ///
    /// @param variant or what else was driven
    /// @param stalls of the worst trial
    /// @param windowSeconds of that trial
    record GeneratorStalled(String variant, LoadResult.Stalls stalls, double windowSeconds)
            implements VariantFinding {
        boolean happened() {
            return stalls.count() > 0 || stalls.suspendedNanos() > 0;
        }

        /// Seconds that are missing, those in which the clocks stood still too.
        double lostSeconds() {
            return (stalls.totalNanos() + stalls.suspendedNanos()) / 1e9;
        }

        @Override
        public Statement statement() {
            double longest = Math.max(stalls.longestNanos(), stalls.suspendedNanos()) / 1e9;
            return new Statement(
                    tooLong(lostSeconds(), longest, windowSeconds) ? Severity.DOUBT : Severity.NOTE,
                    "%s: %s".formatted(variant, seen()),
                    "nothing was sent or received in that time: throughput is too low, and response times are those of the interruption",
                    "another measurement, without stopping the lab (Ctrl-Z, a debugger) or suspending the machine; a virtual machine that is not paused");
        }

        private String seen() {
            var still =
                    "the load generator stood still for %.1f s of a window of %.1f s (%,d %s, the longest %.1f s, %.1f s after its beginning)"
                            .formatted(
                                    stalls.totalNanos() / 1e9,
                                    windowSeconds,
                                    stalls.count(),
                                    stalls.count() == 1 ? "time" : "times",
                                    stalls.longestNanos() / 1e9,
                                    stalls.longestAtNanos().orElse(0) / 1e9);
            var suspended =
                    "the machine was suspended for %.1f s within the window"
                            .formatted(stalls.suspendedNanos() / 1e9);
            if (stalls.suspendedNanos() == 0) {
                return still;
            }
            return stalls.count() == 0 ? suspended : still + ", and " + suspended;
        }
    }

    /// The server was stopped by a signal or a debugger.
    ///
    /// @param seconds in the worst trial
    /// @param windowSeconds of that trial
    record ServerStopped(String variant, double seconds, double windowSeconds)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return new Statement(
                    tooLong(seconds, seconds, windowSeconds) ? Severity.DOUBT : Severity.NOTE,
                    "%s: the server was stopped for %.1f s of a window of %.1f s"
                            .formatted(variant, seconds, windowSeconds),
                    "it answered nothing in that time: throughput is too low, and response times are those of the interruption",
                    "another measurement, without stopping the server (SIGSTOP, Ctrl-Z, a debugger)");
        }
    }

    /// A window that was to end by a number of requests was ended by time.
    record RequestsNotSent(String variant, long asked, long sent) implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,d requests were to be sent, and %,d were when the time was up"
                            .formatted(variant, asked, sent),
                    "variants that did different amounts of work are not compared by it",
                    "a longer time (phases: measure: at-most), or fewer requests");
        }
    }

    /// @param share of the requests sent
    /// @param kinds as in `status-5xx 70, timeout 3`
    /// @param expected whether they are what the experiment is about
    record Errors(String variant, long errors, double share, String kinds, boolean expected)
            implements VariantFinding {
        /// Beyond this share they show in p99.9, and the good answers no longer speak for the load.
        private static final double TOO_MANY = 0.001;

        /// Whether so many failed of so many that the result must not be relied on.
        public static boolean tooMany(long failed, long sent) {
            return failed > TOO_MANY * sent;
        }

        @Override
        public Statement statement() {
            if (expected) {
                return Statement.note(
                        "%s: %,d requests (%.2f %%) failed, which is expected here: %s"
                                .formatted(variant, errors, 100 * share, kinds),
                        "throughput is of good answers in time, and what the failures cost is in the CPU of each",
                        "server.log in the trial's folder, if these are others than are meant");
            }
            return new Statement(
                    share > TOO_MANY ? Severity.DOUBT : Severity.NOTE,
                    "%s: %,d requests (%.2f %%) failed: %s"
                            .formatted(variant, errors, 100 * share, kinds),
                    "throughput and response times speak of the good answers alone",
                    "server.log in the trial's folder");
        }
    }

    /// @param of trials planned for the variant
    record TrialsFailed(String variant, int failed, int of, String why) implements VariantFinding {
        @Override
        public Statement statement() {
            return new Statement(
                    failed == of ? Severity.DOUBT : Severity.NOTE,
                    "%s: %d of %d trials failed; the last: %s".formatted(variant, failed, of, why),
                    "a server that fails now and then is not the one that its good trials show",
                    "server.log in the trial's folder");
        }
    }

    /// N = X · (R + Z) must hold for any closed system at rest.
    record LittlesLawBroken(String variant, double driven, double accounted)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,.0f users were driven, and throughput x (response + think time) accounts for %,.0f"
                            .formatted(variant, driven, accounted),
                    "by Little's law both must be equal: some users were not in flight, or the load never came to rest",
                    "a longer warm-up and a longer window");
        }
    }

    /// N = λ · S must hold for any open system at rest.
    ///
    /// @param inFlight requests that had left and were not concluded, on average over the window
    /// @param accounted arrivals a second x mean service time
    record OpenLittlesLawBroken(String variant, double inFlight, double accounted)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,.1f requests were in flight on average, and arrivals x service time account for %,.1f"
                            .formatted(variant, inFlight, accounted),
                    "by Little's law both must be equal: requests piled up, and response times tell of the window's length",
                    "a lower rate; else a longer warm-up and a longer window");
        }
    }

    /// A request cannot be longer in a handler than its answer takes, nor more be in handlers than
    /// are in flight.
    ///
    /// @param handlerSeconds mean, by the server's clock
    /// @param serviceSeconds mean, by the generator's
    /// @param inside requests in handlers on average, by the server's count
    /// @param inFlight requests on their way on average, by the generator's
    record ClocksDisagree(
            String variant,
            double handlerSeconds,
            double serviceSeconds,
            double inside,
            double inFlight)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: the server had requests in its handlers for %.1f ms, %,.1f at once, and the load engine waited %.1f ms for an answer, %,.1f at once"
                            .formatted(
                                    variant,
                                    handlerSeconds * 1e3,
                                    inside,
                                    serviceSeconds * 1e3,
                                    inFlight),
                    "an answer cannot come before its handler ends: work goes on after the answer, or one of the clocks is wrong",
                    "what the handler does once it has answered; whether another client is at work");
        }
    }

    /// @param handled requests a second, by the server's count
    /// @param answered a second, by the generator's
    record CountsDisagree(String variant, double handled, double answered)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: the server handled %,.0f requests/s, and the load engine had %,.0f answers/s"
                            .formatted(variant, handled, answered),
                    handled > answered
                            ? "somebody else drives this server too, and takes a part of it"
                            : "some answers came from elsewhere, as from a cache",
                    "who else knows the server's port");
        }
    }

    record CpuContentionBefore(double othersShare, double stealShare) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "just before the run other processes used %.0f %% of the machine, and the hypervisor kept %.0f %%"
                            .formatted(100 * othersShare, 100 * stealShare),
                    "they may have taken CPU from server and generator; variants were interleaved, so all alike",
                    "a quiet machine");
        }
    }

    record ConcurrentRun() implements Finding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "another Loombench run was measuring on this machine",
                    "each took CPU from the other's servers",
                    "one run at a time");
        }
    }

    record Incomplete(int finished, int planned) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%d of %d planned trials are there".formatted(finished, planned),
                    "fewer trials, wider intervals",
                    "run --resume with this folder");
        }
    }

    /// A file of the results that cannot be read back as it was written: its trial is left out.
    ///
    /// @param file below the run's folder
    record EvidenceLost(String file, String problem) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s is damaged, and its trial is left out: %s".formatted(file, problem),
                    "fewer trials, wider intervals; a disk or a copy that changed one file may have changed others",
                    "run --resume with this folder measures the trial again");
        }
    }

    record EvidenceMissing(String observer, String subject, String why) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s could not be observed by %s: %s".formatted(subject, observer, why),
                    "the figures that rest on it are missing",
                    "see docs/method.md for what each observer needs");
        }
    }

    /// Connections that did not last, though none had failed.
    ///
    /// @param answersEach on average, before one was closed
    record ConnectionsClosed(String variant, double answersEach) implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: the server closed connections after some %,.0f answers each"
                            .formatted(variant, answersEach),
                    "opening one anew costs both sides, and that cost is part of every figure",
                    "the server's limit on keep-alive requests, equal in every variant");
        }
    }

    /// @param variants that it was seen in
    /// @param share of the window in which a compiler thread worked; above 1 when several did
    record StillCompiling(List<String> variants, double share) implements Finding {
        public StillCompiling {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "the just-in-time compilers worked for up to %.0f %% of the window (%s)"
                            .formatted(100 * share, String.join(", ", variants)),
                    "code that will be compiled soon was still slow, and compiling took CPU:"
                            + " CPU per request would come out lower",
                    "a longer warm-up (phases: warm-up)");
        }
    }

    /// Compiling where CPU is what counts.
    ///
    /// @param variants that it was seen in
    /// @param share of the server's CPU time in the window
    /// @param decides whether the experiment is decided by CPU per request
    record CompilingCounted(List<String> variants, double share, boolean decides)
            implements Finding {
        /// Beyond it CPU per request is over 40 % above what it comes to.
        static final double TOO_MUCH = 0.3;

        public CompilingCounted {
            variants = List.copyOf(variants);
        }

        @Override
        public boolean affects(Metric metric) {
            return metric == Metric.CPU_PER_REQUEST;
        }

        @Override
        public Statement statement() {
            return new Statement(
                    decides && share > TOO_MUCH ? Severity.DOUBT : Severity.NOTE,
                    "the just-in-time compilers worked for up to %.0f %% of the CPU time that the server used in the window (%s)"
                            .formatted(100 * share, String.join(", ", variants)),
                    decides
                            ? "the verdict is about CPU per request, which holds that work and would come out lower"
                            : "CPU bounds the throughput, and without that work there would be more of it",
                    "a longer warm-up (phases: warm-up)");
        }
    }

    /// The compilers had work and no processor.
    ///
    /// @param variants that it was seen in
    /// @param share of the time in which they had work that they waited
    record CompilersStarved(List<String> variants, double share) implements Finding {
        public CompilersStarved {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "the just-in-time compilers waited for a processor up to %.0f %% of the time in which they had work (%s)"
                            .formatted(100 * share, String.join(", ", variants)),
                    "warm-up takes several times as long, and what is measured is code that was not compiled yet",
                    "a lower load, or a longer warm-up (phases: warm-up)");
        }
    }

    /// @param p99Seconds response time that 1 % of answers exceeded
    record WindowTooShort(String variant, double windowSeconds, double p99Seconds)
            implements VariantFinding {
        @Override
        public boolean affects(Metric metric) {
            return metric != Metric.PEAK_RSS && metric != Metric.THREADS;
        }

        @Override
        public Statement statement() {
            return new Statement(
                    windowSeconds < p99Seconds ? Severity.DOUBT : Severity.NOTE,
                    "%s: a window of %.1f s, and one answer in a hundred took over %.1f s"
                            .formatted(variant, windowSeconds, p99Seconds),
                    "a user came to a few answers only: where the window begins and ends decides the count",
                    "a longer window (phases: measure)");
        }
    }

    /// @param busy part of all processors that the server used
    /// @param medianSeconds response time under load
    /// @param unloadedSeconds the same of a lone user
    record ServerIdle(String variant, double busy, double medianSeconds, double unloadedSeconds)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: half of all answers took over %.0f ms where a lone user waits %.0f ms, and the server used %.0f %% of the processors"
                            .formatted(
                                    variant,
                                    medianSeconds * 1e3,
                                    unloadedSeconds * 1e3,
                                    100 * busy),
                    "neither CPU nor a known bound held it back: the bottleneck is something that is not measured here",
                    "locks, a limit on connections, the service behind it; a thread dump under load");
        }
    }

    /// @param variants that it was seen in
    /// @param others part of all processors that neither the server nor the generator used
    record CpuContentionDuring(List<String> variants, double others, double steal)
            implements Finding {
        public CpuContentionDuring {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "within the window other processes used up to %.0f %% of the machine, and the hypervisor kept up to %.0f %% (%s)"
                            .formatted(100 * others, 100 * steal, String.join(", ", variants)),
                    "they took CPU from server and generator: throughput and response times are theirs too",
                    "a quiet machine; compare CPU per request");
        }
    }

    record MemoryShort(List<String> variants, double pages, double stalledShare)
            implements Finding {
        public MemoryShort {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.doubt(
                    "within the window up to %,.0f pages were swapped and processes waited for memory up to %.1f %% of the time (%s)"
                            .formatted(pages, 100 * stalledShare, String.join(", ", variants)),
                    "a server that waits for the disk in place of memory is another server",
                    "a smaller heap (jvm: [-Xmx...]), or a machine with more memory");
        }
    }

    record ListenQueueOverflowed(List<String> variants, double connections) implements Finding {
        public ListenQueueOverflowed {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "up to %,.0f connections found a listen queue full (%s)"
                            .formatted(connections, String.join(", ", variants)),
                    "the kernel makes a client try again after 1 s, which looks like a slow server",
                    "the server's backlog and net.core.somaxconn; fewer connections at once");
        }
    }

    record Retransmitted(List<String> variants, double share) implements Finding {
        public Retransmitted {
            variants = List.copyOf(variants);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "up to %.2f TCP segments in a hundred answers were sent again (%s)"
                            .formatted(100 * share, String.join(", ", variants)),
                    "each costs 200 ms or more, which the high percentiles show as the server's",
                    "the network; over loopback, socket buffers and listen queues");
        }
    }

    record PausedByCollector(String variant, double share) implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: garbage collection held the server up for %.0f %% of the window"
                            .formatted(variant, 100 * share),
                    "the figures are those of this heap and collector as much as of the thread model",
                    "a larger heap (jvm: [-Xmx...]) or another collector, equal in every variant");
        }
    }

    /// @param keys of the experiment, as in `jvm`
    record ConditionsDiffer(List<String> keys) implements Finding {
        public ConditionsDiffer {
            keys = List.copyOf(keys);
        }

        @Override
        public Statement statement() {
            return Statement.note(
                    "the variants differ in server or model, and in %s too"
                            .formatted(String.join(", ", keys)),
                    "a difference between them cannot be laid to one of these alone",
                    "the same for every variant, or an experiment of its own");
        }
    }

    /// @param trend the commonest among the trials that were not flat
    /// @param trials that were not flat
    record NonStationary(String variant, Trend trend, int trials, int of)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: in %d of %d windows the speed %s"
                            .formatted(variant, trials, of, moved(trend)),
                    "a mean over levels that differ depends on how long the window was",
                    "a longer warm-up; then a longer window, to see what it comes to");
        }

        private static String moved(Trend trend) {
            return switch (trend) {
                case Trend.Flat _ -> "stayed";
                case Trend.WarmUp _ -> "rose to a level of its own";
                case Trend.SlowingDown(_, var share) -> "fell, by %.0f %%".formatted(100 * share);
                case Trend.Cyclic(var turns) ->
                        "went up and down in cycles, %d turns".formatted(turns);
                case Trend.NeverSteady _ -> "changed again at its end";
            };
        }
    }

    /// @param share of the carriers' time, 0..1
    /// @param path of the calls that took longest
    record CarriersPinned(String variant, double share, long waits, String path)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: virtual threads held their carriers while they waited, %.0f %% of the carriers' time in %,d waits, most in %s"
                            .formatted(variant, 100 * share, waits, path),
                    "a carrier that is held runs no other thread: there are as many of these waits at once as carriers",
                    "a ReentrantLock in place of synchronized on JDK 21, a pool for native calls; recording.jfr in the trial's folder has every stack");
        }
    }

    /// @param seconds from the jump of the load until it ended, or changed again
    record NotRampedUp(String variant, int trials, int of, double seconds)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: in %d of %d trials throughput had not settled %.1f s after the load had jumped"
                            .formatted(variant, trials, of, seconds),
                    "they count at that time: the ramp-up given is a lower bound",
                    "a longer stretch of the load after its jump");
        }
    }

    /// A trial unlike the others: it counts all the same.
    ///
    /// @param trial its place in the plan
    /// @param share by which it lies off the median, below 0 for less
    record OutlyingTrial(String variant, int trial, String metric, double share)
            implements VariantFinding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s: trial %d lies %+.0f %% off the median of %s"
                            .formatted(variant, trial, 100 * share, metric),
                    "it is kept, and widens the interval: such a trial may come again",
                    "its folder, trial-%03d, for what was different".formatted(trial));
        }
    }

    record SharedMachine(int cores) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "server and load engine shared %d cores over loopback".formatted(cores),
                    "no network was crossed, and each took CPU from the other: compare CPU per request, and ratios",
                    "nothing on one machine");
        }
    }
}
