import java.util.List;
import java.util.Map;

/// A comparison of servers whose true ratios are known.
///
/// @param servers the first is the baseline of all ratios
/// @param load as in an experiment
/// @param metric that decides the experiment
/// @param cases what is known
record Workload(
        String name,
        String question,
        List<Server> servers,
        Map<String, Object> load,
        String metric,
        Phases phases,
        List<Case> cases) {
    Workload {
        servers = List.copyOf(servers);
        load = Map.copyOf(load);
        cases = List.copyOf(cases);
    }

    /// @param leastWarmUpSeconds until the work of the requests has all begun
    /// @param warmUpSeconds at most
    /// @param measureSeconds of each window
    /// @param trials per server and run
    record Phases(int leastWarmUpSeconds, int warmUpSeconds, int measureSeconds, int trials) {
        Phases(int warmUpSeconds, int measureSeconds, int trials) {
            this(2, warmUpSeconds, measureSeconds, trials);
        }

        /// As a run of one mode has them: a reference for the run by default needs fewer trials.
        int trials(Mode mode) {
            return mode == Mode.SEQUENTIAL ? Math.max(2, trials - 1) : trials;
        }
    }

    /// A [TruthServer].
    ///
    /// @param options that name its costs
    /// @param jvm flags of its JVM, often none
    record Server(String name, String options, String jvm) {
        Server(String name, String options) {
            this(name, options, "");
        }
    }

    /// One ratio to the baseline.
    ///
    /// @param metric as in an experiment
    record Case(String server, String metric, Truth truth) {}

    /// What is known of a ratio.
    sealed interface Truth {
        /// Its value.
        ///
        /// @param formula with the source
        record Ratio(double value, String formula) implements Truth {}

        /// What a longer sequential run of the same servers finds, as no theory exists.
        ///
        /// @param workload with the same names of servers
        record LongRun(Workload workload) implements Truth {}

        /// No value: a run must say so.
        ///
        /// @param finding a pattern of the kinds of findings that say it
        record None(String reason, String finding) implements Truth {}
    }

    /// How the trials of a block share the time.
    enum Mode {
        DEFAULT("by default"),
        INTERLEAVED("interleaved"),
        SEQUENTIAL("sequential");

        private final String label;

        Mode(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }
}
