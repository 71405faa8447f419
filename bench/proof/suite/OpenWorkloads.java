import java.util.List;
import java.util.Map;

/// The workloads of known truth at a fixed rate of arrivals.
final class OpenWorkloads {
    private static final int ARRIVALS = 16_000_000;

    private OpenWorkloads() {}

    /// Three queues at the same load and the same arrivals, against a constant delay.
    static Workload queues(double load, int seconds) {
        double rate = 1_000 * load;
        double delay = 0.1;
        var mm1 = new ErlangQueue(1, rate, 0.001).percentile(0.99);
        var mm4 = new ErlangQueue(4, rate, 0.004).percentile(0.99);
        var md10 = new PoolQueue(10, 0.01).percentile(rate, 0.99, ARRIVALS);
        return new Workload(
                "queues-%.2f".formatted(load).replaceAll("0$", ""),
                "What is the p99 of three queues at a load of %s?".formatted(load),
                List.of(
                        new Workload.Server("delay", "--delay=100"),
                        new Workload.Server("M/M/1", "--queue=1,1,exponential"),
                        new Workload.Server("M/M/4", "--queue=4,4,exponential"),
                        new Workload.Server("M/D/10", "--queue=10,10,constant")),
                Map.of(
                        "rate",
                        Math.round(rate) + "/s",
                        "arrival",
                        "poisson",
                        "connections",
                        400,
                        "path",
                        "/work"),
                "p99",
                Workloads.waiting(seconds),
                List.of(
                        Workloads.ratio(
                                "M/M/1", "p99", mm1 / delay, "Erlang: %s ms / 100 ms", 1e3 * mm1),
                        Workloads.ratio(
                                "M/M/4", "p99", mm4 / delay, "Erlang C: %s ms / 100 ms", 1e3 * mm4),
                        Workloads.ratio(
                                "M/D/10",
                                "p99",
                                md10.value() / delay,
                                "Lindley, simulated: %s ± %s ms / 100 ms",
                                1e3 * md10.value(),
                                1e3 * md10.error())));
    }

    /// Poisson arrivals that pass two stations in series, or of which few pass a station: 5 % of
    /// 450/s are 0.9 times what one server of 40 ms serves, so that p99 is the 80th percentile of
    /// its queue, of which most responses show nothing.
    static Workload stations() {
        double rate = 450;
        double delay = 0.1;
        var inSeries = new TandemQueue(rate, 0.0015).percentile(0.99);
        var ofFew = 0.001 + new ErlangQueue(1, 0.05 * rate, 0.04).percentile(0.8);
        return new Workload(
                "stations",
                "What is the p99 of servers with several stations?",
                List.of(
                        new Workload.Server("delay", "--delay=100"),
                        new Workload.Server(
                                "two in series",
                                "--queue=1,1.5,exponential --queue=1,1.5,exponential"),
                        new Workload.Server(
                                "one for few", "--delay=1 --queue-of=0.05,1,40,exponential")),
                Map.of(
                        "rate",
                        Math.round(rate) + "/s",
                        "arrival",
                        "poisson",
                        "connections",
                        400,
                        "path",
                        "/work"),
                "p99",
                Workloads.waiting(10),
                List.of(
                        Workloads.ratio(
                                "two in series",
                                "p99",
                                inSeries / delay,
                                "two independent M/M/1: %s ms / 100 ms",
                                1e3 * inSeries),
                        Workloads.ratio(
                                "one for few",
                                "p99",
                                ofFew / delay,
                                "1 ms and the p80 of M/M/1: %s ms / 100 ms",
                                1e3 * ofFew)));
    }

    /// The longer period ends after a short rest, and a window has one or two of it.
    static List<Workload> deferred() {
        return List.of(deferred("deferred-open", 300), deferred("deferred-open-5s", 5_000));
    }

    private static Workload deferred(String name, int millis) {
        var server = "every %d ms".formatted(millis);
        var options = "--cpu=75 --later=250,%d".formatted(millis) + Workloads.WAIT;
        return new Workload(
                name,
                "And at a fixed rate?",
                List.of(Workloads.IMMEDIATE, new Workload.Server(server, options)),
                Map.of("rate", "800/s", "connections", 40, "path", "/work"),
                Workloads.CPU,
                Workloads.COMPILED,
                List.of(Workloads.ratio(server, Workloads.CPU, 1.3, Workloads.DEFERRED)));
    }

    /// By the age of the process: after a minute, windows of 5 s lie between two stalls.
    static Workload rareStalls() {
        return new Workload(
                "stall-rare",
                "Are stalls that no window has in the p99 of an open load?",
                List.of(
                        new Workload.Server("delay", "--delay=100"),
                        new Workload.Server("1 s of 14", "--stall=14000,1000")),
                Map.of("rate", "200/s", "connections", 400, "path", "/work"),
                "p99",
                new Workload.Phases(60, 60, 5, 2),
                List.of(
                        Workloads.ratio(
                                "1 s of 14",
                                "p99",
                                8.6,
                                "a fourteenth waits 0 to 1 s: 860 ms / 100 ms")));
    }

    /// 300 us for each of the first 4,000 requests, as before code is compiled or a cache is full,
    /// then 100 us: 0.4 times the baseline, and 1.2 times in a run of some 20 s at 100/s.
    static List<Workload> steps() {
        return List.of(
                step("step", "", "not-steady"),
                step("step-first-compiler", "-XX:TieredStopAtLevel=1", "few-calls"));
    }

    private static Workload step(String name, String jvm, String finding) {
        return new Workload(
                name,
                "Does a run say that its servers have served few requests?",
                List.of(
                        new Workload.Server("250", "--cpu=250" + Workloads.WAIT, jvm),
                        new Workload.Server("step", "--step=300,4000,100" + Workloads.WAIT, jvm)),
                Map.of("rate", "100/s", "connections", 40, "path", "/work"),
                Workloads.CPU,
                new Workload.Phases(10, 5, 3),
                List.of(
                        new Workload.Case(
                                "step",
                                Workloads.CPU,
                                new Workload.Truth.None(
                                        "1.2 at first, and 0.4 from request 4,000 on, after 40 s",
                                        finding))));
    }
}
