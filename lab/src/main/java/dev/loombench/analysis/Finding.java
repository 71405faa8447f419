package dev.loombench.analysis;

import java.util.List;

/// What makes a result doubtful, or bounds what it speaks for: what was seen, why it matters, what
/// helps.
public sealed interface Finding {

    /// A note bounds the result; a doubt means that it must not be relied on.
    enum Severity {
        NOTE,
        DOUBT
    }

    /// @param seen figures and names, one sentence
    /// @param matters why it does
    /// @param helps what the user can do
    record Statement(Severity severity, String seen, String matters, String helps) {
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

    /// The load engine had no time to spare.
    record GeneratorSaturated(String variant, double busyShare) implements Finding {
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
    record ScheduleLagged(String variant, double lagSeconds, double responseSeconds)
            implements Finding {
        @Override
        public Statement statement() {
            return Statement.doubt(
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

    record ConnectionsNotAchieved(String variant, int asked, int achieved) implements Finding {
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
    record KeptFromCpu(String variant, double share, long missed) implements Finding {
        /// From this share on, one answer in ten or more met a loop that could not take it up.
        public static final double NOTEWORTHY = 0.1;

        /// Beyond it, the median holds the wait.
        private static final double TOO_MUCH = 0.5;

        @Override
        public Statement statement() {
            return new Statement(
                    share > TOO_MUCH ? Severity.DOUBT : Severity.NOTE,
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

    /// A window that was to end by a number of requests was ended by time.
    record RequestsNotSent(String variant, long asked, long sent) implements Finding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,d requests were to be sent, and %,d were when the time was up"
                            .formatted(variant, asked, sent),
                    "variants that did different amounts of work are not compared by it",
                    "a longer time (phases: measure: at-most), or fewer requests");
        }
    }

    record Errors(String variant, long errors, double share, String kinds) implements Finding {
        /// Beyond this share they show in p99.9, and the good answers no longer speak for the load.
        private static final double TOO_MANY = 0.001;

        /// Whether so many failed of so many that the result must not be relied on.
        public static boolean tooMany(long failed, long sent) {
            return failed > TOO_MANY * sent;
        }

        @Override
        public Statement statement() {
            return new Statement(
                    share > TOO_MANY ? Severity.DOUBT : Severity.NOTE,
                    "%s: %,d requests (%.2f %%) failed: %s"
                            .formatted(variant, errors, 100 * share, kinds),
                    "throughput and response times speak of the good answers alone",
                    "server.log in the trial's folder");
        }
    }

    /// @param of trials planned for the variant
    record TrialsFailed(String variant, int failed, int of, String why) implements Finding {
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
    record LittlesLawBroken(String variant, double driven, double accounted) implements Finding {
        @Override
        public Statement statement() {
            return Statement.doubt(
                    "%s: %,.0f users were driven, and throughput x (response + think time) accounts for %,.0f"
                            .formatted(variant, driven, accounted),
                    "by Little's law both must be equal: some users were not in flight, or the load never came to rest",
                    "a longer warm-up and a longer window");
        }
    }

    record CpuTaken(double othersShare, double stealShare) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "just before the run other processes used %.0f %% of the machine, and the hypervisor kept %.0f %%"
                            .formatted(100 * othersShare, 100 * stealShare),
                    "they may have taken CPU from server and generator; variants were interleaved, so all alike",
                    "a quiet machine");
        }
    }

    record NotAlone() implements Finding {
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

    record Unobserved(String observer, String subject, String why) implements Finding {
        @Override
        public Statement statement() {
            return Statement.note(
                    "%s could not be observed by %s: %s".formatted(subject, observer, why),
                    "the figures that rest on it are missing",
                    "see docs/method.md for what each observer needs");
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
