import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The workloads of known truth, the most telling ones first.
///
/// Where the rate must be known and blocks are interleaved by default, the load is closed without
/// think time, and the server waits: N users who are served in R send N / R requests/s.
final class Workloads {
    static final String CPU = "cpu-per-request";

    /// Time for the compilers, where CPU counts.
    static final Workload.Phases COMPILED = new Workload.Phases(16, 6, 3);

    /// Of servers that wait.
    static Workload.Phases waiting(int seconds) {
        return new Workload.Phases(4, seconds, 3);
    }

    /// Users of servers that wait in each request, and have half a millisecond of other work.
    private static final Map<String, Object> PACED = Map.of("users", 16, "path", "/work");

    static final String WAIT = " --delay=10";
    private static final double PACED_RATE = 16 / 0.0105;

    private Workloads() {}

    static List<Workload> all() {
        var all = new ArrayList<Workload>();
        all.add(deferred());
        all.add(deferredBy(2));
        all.add(deferredBy(5));
        all.add(cache("150 ms", 0.150, 0.020));
        all.add(cache("1 s", 1, 0.2));
        all.add(cache("5 s", 5, 0.5));
        all.add(
                byTime(
                        "task",
                        "task each 1 s",
                        "--periodic=1000,150000",
                        perTime("task each 1 s", 1, 0.15)));
        all.add(OpenWorkloads.queues(0.9, 45));
        all.addAll(OpenWorkloads.deferred());
        all.add(processKinds());
        all.add(closedPool());
        all.add(cpu());
        all.add(thinkTime());
        all.add(stallOpen());
        all.add(stallClosed());
        all.add(stallThroughput());
        all.add(keepAlive());
        all.add(leak());
        all.add(OpenWorkloads.queues(0.8, 15));
        all.add(OpenWorkloads.queues(0.5, 5));
        all.add(OpenWorkloads.queues(0.95, 10));
        all.add(OpenWorkloads.stations());
        all.addAll(OpenWorkloads.steps());
        all.add(collectors());
        all.add(collectorsMemory());
        all.add(deferredBeyondRests());
        all.add(OpenWorkloads.rareStalls());
        return all;
    }

    static final Workload.Server IMMEDIATE = new Workload.Server("at once", "--cpu=250" + WAIT);

    static final String DEFERRED = "(75 + 250) us / 250 us";

    private static Workload deferred() {
        return new Workload(
                "deferred",
                "Is work that other threads do later part of the cost of a request?",
                List.of(
                        IMMEDIATE,
                        new Workload.Server("every 300 ms", "--cpu=75 --later=250,300" + WAIT),
                        new Workload.Server("batches of 1 s", "--cpu=75 --later=250,1000" + WAIT),
                        new Workload.Server("appender", "--cpu=75 --appender=250" + WAIT),
                        new Workload.Server("cleaner", "--cpu=75 --cleaner=250" + WAIT, "-Xmn4m")),
                PACED,
                CPU,
                COMPILED,
                List.of(
                        ratio("every 300 ms", CPU, 1.3, DEFERRED),
                        ratio("batches of 1 s", CPU, 1.3, DEFERRED),
                        ratio("appender", CPU, 1.3, DEFERRED),
                        ratio("cleaner", CPU, 1.3, DEFERRED + ", and few collections")));
    }

    /// Later than most rests last.
    private static Workload deferredBy(int seconds) {
        var server = "after %d s".formatted(seconds);
        return new Workload(
                "deferred-by-%ds".formatted(seconds),
                "And where they do it %d s after the response?".formatted(seconds),
                List.of(
                        IMMEDIATE,
                        new Workload.Server(
                                server,
                                "--cpu=75 --later-after=250,%d".formatted(1_000 * seconds) + WAIT)),
                PACED,
                CPU,
                COMPILED,
                List.of(ratio(server, CPU, 1.3, DEFERRED)));
    }

    /// The work of a warm-up W ends after W and the delay: later than 5 s of rest, the slices of
    /// two servers, `2 * (6 + 32 * 0.05)` s, and 10.5 s of rest. The server that is warmed up first
    /// rests during the other warm-up and is idle in its slices; so both have such work, and one is
    /// found.
    private static Workload deferredBeyondRests() {
        int seconds = 35;
        var option = " --later-after=%d," + 1_000 * seconds + WAIT;
        return new Workload(
                "deferred-by-%ds".formatted(seconds),
                "And where they do it later than all rests between slices?",
                List.of(
                        new Workload.Server("less", "--cpu=75" + option.formatted(175)),
                        new Workload.Server("more", "--cpu=75" + option.formatted(250))),
                PACED,
                CPU,
                new Workload.Phases(seconds + 1, 120, 6, 3),
                List.of(ratio("more", CPU, 1.3, "(75 + 250) us / (75 + 175) us")));
    }

    /// Each beside a server without such work: where one of several is found, all are sequential.
    private static Workload byTime(String name, String server, String option, Workload.Case truth) {
        return new Workload(
                "by-time-" + name,
                "Is work that a server does by the clock measured as under a steady load?",
                List.of(IMMEDIATE, new Workload.Server(server, "--cpu=125 " + option + WAIT)),
                PACED,
                CPU,
                new Workload.Phases(16, 10, 3),
                List.of(truth));
    }

    private static Workload cache(String name, double period, double seconds) {
        var server = "cache of " + name;
        return byTime(
                name.replace(" ", ""),
                server,
                "--cache=%.0f,%.0f".formatted(1e3 * period, 1e6 * seconds),
                perTime(server, period, seconds));
    }

    /// 125 us per request, and some CPU time in each period, which ends with the next request.
    private static Workload.Case perTime(String server, double period, double seconds) {
        double perSecond = seconds / (period + 1 / PACED_RATE);
        return ratio(
                server,
                CPU,
                (125 + 1e6 * perSecond / PACED_RATE) / 250,
                "(125 us + %s ms / %s s / %s/s) / 250 us",
                1e3 * seconds,
                period,
                PACED_RATE);
    }

    private static Workload cpu() {
        return new Workload(
                "cpu",
                "Are small and large differences of CPU per request found as they are?",
                List.of(
                        new Workload.Server("500", "--cpu=500" + WAIT),
                        new Workload.Server("also 500", "--cpu=500" + WAIT),
                        new Workload.Server("510", "--cpu=510" + WAIT),
                        new Workload.Server("625", "--cpu=625" + WAIT)),
                Map.of("users", 8, "path", "/work"),
                CPU,
                COMPILED,
                List.of(
                        ratio("also 500", CPU, 1, "the kernel's clock of the thread"),
                        ratio("510", CPU, 1.02, "the kernel's clock of the thread"),
                        ratio("625", CPU, 1.25, "the kernel's clock of the thread")));
    }

    private static Workload closedPool() {
        return new Workload(
                "closed-pool",
                "Is the throughput of a pool the one that its size allows?",
                List.of(
                        new Workload.Server("11", "--queue=11,50,constant"),
                        new Workload.Server("10", "--queue=10,50,constant")),
                Map.of("users", 60, "path", "/work"),
                "throughput",
                waiting(6),
                List.of(
                        ratio("10", "throughput", 10.0 / 11, "200/s / 220/s"),
                        ratio("10", "p50", 11.0 / 10, "N / X: 300 ms / 273 ms")));
    }

    private static Workload thinkTime() {
        double alone = 20 / (0.05 + 0.005);
        var one = new MachineRepairman(1, 20, 0.05, 0.004);
        var two = new MachineRepairman(2, 20, 0.05, 0.008);
        return new Workload(
                "think-time",
                "Is the throughput of users who think the one of theory?",
                List.of(
                        new Workload.Server("delay", "--delay=5"),
                        new Workload.Server("M/M/1//20", "--queue=1,4,exponential"),
                        new Workload.Server("M/M/2//20", "--queue=2,8,exponential")),
                Map.of(
                        "users",
                        20,
                        "think-time",
                        Map.of("mean", "50ms", "distribution", "exponential"),
                        "path",
                        "/work"),
                "throughput",
                waiting(8),
                List.of(
                        ratio(
                                "M/M/1//20",
                                "throughput",
                                one.throughput() / alone,
                                "machine repairman: %s/s / %s/s",
                                one.throughput(),
                                alone),
                        ratio(
                                "M/M/2//20",
                                "throughput",
                                two.throughput() / alone,
                                "machine repairman: %s/s / %s/s",
                                two.throughput(),
                                alone)));
    }

    private static final Workload.Server STALLS = new Workload.Server("stalls", "--stall=1000,100");

    private static Workload stallOpen() {
        return new Workload(
                "stall-open",
                "Is a stall of 100 ms in each second in the p99 of an open load?",
                List.of(new Workload.Server("delay", "--delay=100"), STALLS),
                Map.of("rate", "500/s", "connections", 100, "path", "/work"),
                "p99",
                waiting(10),
                List.of(
                        ratio(
                                "stalls",
                                "p99",
                                90.0 / 100,
                                "a tenth waits 0 to 100 ms: 90 ms / 100 ms")));
    }

    private static Workload stallClosed() {
        return new Workload(
                "stall-closed",
                "Does a closed load say that its p99 hides a stall?",
                List.of(new Workload.Server("delay", "--delay=30"), STALLS),
                Map.of("users", 20, "think-time", "5ms", "path", "/work"),
                "p99",
                waiting(10),
                List.of(
                        new Workload.Case(
                                "stalls",
                                "p99",
                                new Workload.Truth.None(
                                        "an arrival at any moment has 90 ms; few of the users' requests meet a stall",
                                        "arrivals-omitted"))));
    }

    private static Workload stallThroughput() {
        return new Workload(
                "stall-throughput",
                "Do stalls that outlast a slice lower the throughput of a closed load?",
                List.of(
                        new Workload.Server("delay", "--delay=10"),
                        new Workload.Server("2 s of 10", "--stall=10000,2000" + WAIT),
                        new Workload.Server("0.6 s of 5", "--stall=5000,600" + WAIT)),
                Map.of("users", 16, "path", "/work"),
                "throughput",
                waiting(20),
                List.of(
                        ratio("2 s of 10", "throughput", 0.8, "8 s / 10 s"),
                        ratio("0.6 s of 5", "throughput", 0.88, "4.4 s / 5 s")));
    }

    private static Workload keepAlive() {
        return new Workload(
                "keep-alive",
                "Does a limit of idle connections cost a server that is never idle?",
                List.of(
                        new Workload.Server("no limit", "--cpu=250 --delay=20"),
                        new Workload.Server("limit of 100 ms", "--cpu=250 --delay=20 --idle=100")),
                Map.of("users", 20, "path", "/work"),
                CPU,
                COMPILED,
                List.of(ratio("limit of 100 ms", CPU, 1, "no connection rests under the load")));
    }

    private static Workload leak() {
        return new Workload(
                "leak",
                "Does a run say that the memory of a server grows?",
                List.of(
                        new Workload.Server("steady", "--cpu=100" + WAIT),
                        new Workload.Server("leak", "--cpu=100 --leak=20000" + WAIT)),
                PACED,
                "peak-rss",
                COMPILED,
                List.of(
                        new Workload.Case(
                                "leak",
                                "peak-rss",
                                new Workload.Truth.None(
                                        "grows by 16 MB/s: its peak depends on the time of measuring",
                                        "memory-grows"))));
    }

    private static Workload processKinds() {
        return new Workload(
                "process-kinds",
                "Does a run say that one process in three has another cost?",
                List.of(
                        new Workload.Server("one kind", "--cpu=250" + WAIT),
                        new Workload.Server("two kinds", "--kinds={kinds},3,250,200" + WAIT)),
                PACED,
                CPU,
                new Workload.Phases(16, 6, 4),
                List.of(
                        new Workload.Case(
                                "two kinds",
                                CPU,
                                new Workload.Truth.None(
                                        "1.00 in two processes of three and 0.80 in the third",
                                        "bimodal-trials|outlying-trial"))));
    }

    private static Workload collectors() {
        var longRun = collectors("collectors-long", CPU, new Workload.Phases(16, 40, 2), List.of());
        var zgc = new Workload.Case("ZGC", CPU, new Workload.Truth.LongRun(longRun));
        return collectors("collectors", CPU, COMPILED, List.of(zgc));
    }

    /// Against the same servers without rests: a longer window has a higher peak.
    private static Workload collectorsMemory() {
        var metric = "peak-rss";
        var alone =
                collectors(
                        "collectors-memory-alone",
                        metric,
                        new Workload.Phases(16, 6, 5),
                        List.of());
        var zgc = new Workload.Case("ZGC", metric, new Workload.Truth.LongRun(alone));
        return collectors("collectors-memory", metric, COMPILED, List.of(zgc));
    }

    private static Workload collectors(
            String name, String metric, Workload.Phases phases, List<Workload.Case> cases) {
        var options = "--garbage=200,100" + WAIT;
        return new Workload(
                name,
                "What does much garbage cost in two collectors?",
                List.of(
                        new Workload.Server("Parallel", options, "-Xmx400m -XX:+UseParallelGC"),
                        new Workload.Server("ZGC", options, "-Xmx400m -XX:+UseZGC")),
                PACED,
                metric,
                phases,
                cases);
    }

    static Workload.Case ratio(
            String server, String metric, double value, String formula, Object... figures) {
        var rounded = new Object[figures.length];
        for (int i = 0; i < figures.length; i++) {
            rounded[i] = String.format(Locale.ROOT, "%.4g", figures[i]);
        }
        return new Workload.Case(
                server, metric, new Workload.Truth.Ratio(value, formula.formatted(rounded)));
    }
}
