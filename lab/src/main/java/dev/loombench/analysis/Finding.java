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

    Severity severity();

    /// Figures and names, one sentence.
    String seen();

    String matters();

    String helps();

    /// The load engine had no time to spare.
    record GeneratorSaturated(String variant, double busyShare) implements Finding {
        @Override
        public Severity severity() {
            return Severity.DOUBT;
        }

        @Override
        public String seen() {
            return "%s: the load engine was busy %.0f %% of the time"
                    .formatted(variant, 100 * busyShare);
        }

        @Override
        public String matters() {
            return "a generator at its limit measures itself, not the server";
        }

        @Override
        public String helps() {
            return "fewer users or a lower rate";
        }
    }

    /// Requests left later than they were due.
    record ScheduleLagged(String variant, double lagSeconds, double responseSeconds)
            implements Finding {
        @Override
        public Severity severity() {
            return Severity.DOUBT;
        }

        @Override
        public String seen() {
            return "%s: one request in a hundred left %.1f ms late, and half of all answers came within %.1f ms"
                    .formatted(variant, lagSeconds * 1e3, responseSeconds * 1e3);
        }

        @Override
        public String matters() {
            return "the server never felt the load that was asked for, and waiting for a connection counts as response time";
        }

        @Override
        public String helps() {
            return "more connections, or a lower rate";
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
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String seen() {
            return "in %d of %d trials (%s) throughput or CPU per request still moved after %.1f s of warm-up"
                    .formatted(trials, of, String.join(", ", variants), warmUpSeconds);
        }

        @Override
        public String matters() {
            return "their windows hold some of the warm-up: CPU per request and the high percentiles"
                    + " would come out lower";
        }

        @Override
        public String helps() {
            return "a longer warm-up (phases: warm-up: at-most)";
        }
    }

    record ConnectionsNotAchieved(String variant, int asked, int achieved) implements Finding {
        @Override
        public Severity severity() {
            return Severity.DOUBT;
        }

        @Override
        public String seen() {
            return "%s: %,d connections were asked for and %,d achieved"
                    .formatted(variant, asked, achieved);
        }

        @Override
        public String matters() {
            return "fewer users were in flight than the experiment says";
        }

        @Override
        public String helps() {
            return "the server's limit on connections, the limit on open files (ulimit -n), the backlog";
        }
    }

    record Errors(String variant, long errors, double share, String kinds) implements Finding {
        /// Beyond this share the good answers no longer speak for the load.
        private static final double TOO_MANY = 0.01;

        @Override
        public Severity severity() {
            return share > TOO_MANY ? Severity.DOUBT : Severity.NOTE;
        }

        @Override
        public String seen() {
            return "%s: %,d requests (%.2f %%) failed: %s"
                    .formatted(variant, errors, 100 * share, kinds);
        }

        @Override
        public String matters() {
            return "throughput and response times speak of the good answers alone";
        }

        @Override
        public String helps() {
            return "server.log in the trial's folder";
        }
    }

    /// @param of trials planned for the variant
    record TrialsFailed(String variant, int failed, int of, String why) implements Finding {
        @Override
        public Severity severity() {
            return failed == of ? Severity.DOUBT : Severity.NOTE;
        }

        @Override
        public String seen() {
            return "%s: %d of %d trials failed; the last: %s".formatted(variant, failed, of, why);
        }

        @Override
        public String matters() {
            return "a server that fails now and then is not the one that its good trials show";
        }

        @Override
        public String helps() {
            return "server.log in the trial's folder";
        }
    }

    /// N = X · (R + Z) must hold for any closed system at rest.
    record LittlesLawBroken(String variant, double driven, double accounted) implements Finding {
        @Override
        public Severity severity() {
            return Severity.DOUBT;
        }

        @Override
        public String seen() {
            return "%s: %,.0f users were driven, and throughput x (response + think time) accounts for %,.0f"
                    .formatted(variant, driven, accounted);
        }

        @Override
        public String matters() {
            return "by Little's law both must be equal: some users were not in flight, or the load never came to rest";
        }

        @Override
        public String helps() {
            return "a longer warm-up and a longer window";
        }
    }

    record CpuTaken(double othersShare, double stealShare) implements Finding {
        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String seen() {
            return "just before the run other processes used %.0f %% of the machine, and the hypervisor kept %.0f %%"
                    .formatted(100 * othersShare, 100 * stealShare);
        }

        @Override
        public String matters() {
            return "they may have taken CPU from server and generator; variants were interleaved, so all alike";
        }

        @Override
        public String helps() {
            return "a quiet machine";
        }
    }

    record NotAlone() implements Finding {
        @Override
        public Severity severity() {
            return Severity.DOUBT;
        }

        @Override
        public String seen() {
            return "another Loombench run was measuring on this machine";
        }

        @Override
        public String matters() {
            return "each took CPU from the other's servers";
        }

        @Override
        public String helps() {
            return "one run at a time";
        }
    }

    record Incomplete(int finished, int planned) implements Finding {
        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String seen() {
            return "%d of %d planned trials are there".formatted(finished, planned);
        }

        @Override
        public String matters() {
            return "fewer trials, wider intervals";
        }

        @Override
        public String helps() {
            return "run --resume with this folder";
        }
    }

    record Unobserved(String observer, String subject, String why) implements Finding {
        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String seen() {
            return "%s could not be observed by %s: %s".formatted(subject, observer, why);
        }

        @Override
        public String matters() {
            return "the figures that rest on it are missing";
        }

        @Override
        public String helps() {
            return "see docs/method.md for what each observer needs";
        }
    }

    record SharedMachine(int cores) implements Finding {
        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public String seen() {
            return "server and load engine shared %d cores over loopback".formatted(cores);
        }

        @Override
        public String matters() {
            return "no network was crossed, and each took CPU from the other: compare CPU per request, and ratios";
        }

        @Override
        public String helps() {
            return "nothing on one machine";
        }
    }
}
