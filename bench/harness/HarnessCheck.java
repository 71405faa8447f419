package harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Checks the harness, the responder and the baselines before a measurement.
final class HarnessCheck {
    private static final String RESPONSE_END = "Hello world!";

    private final CompareOptions options;
    private final List<String> failures = new ArrayList<>();

    private HarnessCheck(CompareOptions options) {
        this.options = options;
    }

    static String run(CompareOptions options) {
        var check = new HarnessCheck(options);
        check.arithmetic();
        check.reports();
        try {
            check.splitHeaders();
            check.counters();
            check.delay();
            check.queue();
            check.stall();
            check.closing();
            check.exit();
            check.baselines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!check.failures.isEmpty()) {
            throw new HarnessException("failed checks: " + String.join("; ", check.failures));
        }
        return "all checks passed";
    }

    private void check(String sentence, boolean holds) {
        System.out.println((holds ? "ok    " : "FAILED ") + sentence);
        if (!holds) {
            failures.add(sentence);
        }
    }

    private void arithmetic() {
        check(
                "the quartiles of 1 .. 5 are 2, 3 and 4",
                Quartiles.of(new double[] {5, 1, 4, 2, 3}).equals(new Quartiles(2, 3, 4)));
        var slow = new CounterDelta(1, 6_000, 0, 2);
        var fast = new CounterDelta(1, 2_000, 0, 1);
        check(
                "3 us are 1.5 of 2 us",
                CounterDelta.ratios(List.of(slow), List.of(fast)).median() == 1.5);
        // A stall of 200 ms every 5 s meets 4 % of requests; a quarter of these, 1 %, wait above
        // 150 ms.
        check(
                "the expected wait is 150 ms at p99 and 195 ms at p99.9",
                Math.abs(AccuracyBenchmark.expectedWait(99) - 150) < 1e-9
                        && Math.abs(AccuracyBenchmark.expectedWait(99.9) - 195) < 1e-9);
        check("the expected wait is 0 at p50", AccuracyBenchmark.expectedWait(50) == 0);
        // M/M/1 of 4 ms at 0.8: a mean of 20 ms, p99 = 20 ln 100; D/M/1: Kleinrock's root is 0.6286
        check(
                "a queue of 4 ms at 0.8 has a p99 of 92 ms with random arrivals, 50 ms with even ones",
                Math.abs(QueueBenchmark.expected(99, 4, 0.8) - 92.1) < 0.05
                        && Math.abs(QueueBenchmark.busyAtEvenArrivals(0.8) - 0.6286) < 1e-4
                        && Math.abs(QueueBenchmark.expected(99, 4, 0.6286) - 49.6) < 0.05);
    }

    private void reports() {
        readsReport(
                "hey",
                GeneratorReport.hey(output("  50%% in 0.0012 secs\n  99% in 0.0021 secs\n")),
                Map.of(50.0, 1.2, 99.0, 2.1));
        readsReport(
                "wrk",
                GeneratorReport.percentileLines(output("percentile 99.9 12.5\n")),
                Map.of(99.9, 12.5));
        readsReport(
                "oha",
                GeneratorReport.oha(
                        output("{\"latencyPercentiles\": {\"p50\": 0.005, \"p99.9\": 1.5e-3}}")),
                Map.of(50.0, 5.0, 99.9, 1.5));
        readsReport(
                "vegeta",
                GeneratorReport.vegeta(
                        output(
                                "Value(ms)  Percentile  TotalCount  1/(1-Percentile)\n1.5  0.5  10  2\n2.5  1.0  20  1e9\n")),
                Map.of(50.0, 1.5, 90.0, 2.5, 99.0, 2.5, 99.9, 2.5));
        var loombench =
                GeneratorReport.loombench(
                        output(
                                "{\"responseTime\": {\"p50Millis\": 5.1, \"p999Millis\": 7}, \"sendLag\": {\"p99Millis\": 0.025}}"));
        readsReport("loombench", loombench, Map.of(50.0, 5.1, 99.9, 7.0));
        check(
                "the send lag in the report of loombench is read",
                Math.abs(loombench.lag().getOrDefault(99.0, 0.0) - 0.025) < 1e-9);
    }

    private void readsReport(
            String generator, GeneratorReport report, Map<Double, Double> expected) {
        check(
                "the report of " + generator + " is read",
                report.latency().keySet().equals(expected.keySet())
                        && expected.entrySet().stream()
                                .allMatch(e ->
                                        Math.abs(report.latency().get(e.getKey()) - e.getValue())
                                                < 1e-9));
    }

    private Path output(String text) {
        try {
            var folder = Files.createDirectories(options.scratch().resolve("reports"));
            Files.writeString(folder.resolve("generator.out"), text);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void splitHeaders() throws IOException {
        try (var responder = responder("pieces");
                var socket = connect(responder)) {
            for (var piece :
                    List.of("GET / HT", "TP/1.1\r\nHost: x\r", "\n\r", "\nGET / HTTP/1.1\r\n")) {
                socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
                Compare.sleep(20); // so that each piece is received separately
            }
            var response = readResponse(socket.getInputStream());
            check(
                    "a header received in four pieces gets one complete response",
                    response.startsWith("HTTP/1.1 200 OK\r\n")
                            && response.contains("Content-Length: 12\r\n")
                            && socket.getInputStream().available() == 0);
            check("a header received in four pieces is counted once", responder.responses() == 1);
        }
    }

    private void counters() throws IOException {
        try (var responder = responder("counters")) {
            try (var one = connect(responder);
                    var two = connect(responder)) {
                request(one);
                request(two);
                request(one);
                check(
                        "three requests on two connections are counted",
                        responder.responses() == 3 && responder.open() == 2);
            }
            for (int i = 0; responder.open() != 0 && i < 100; i++) {
                Compare.sleep(10);
            }
            check("closed connections are no longer counted", responder.open() == 0);
        }
        try (var next = responder("counters")) {
            check("a new responder counts from 0", next.responses() == 0);
        }
    }

    private void delay() throws IOException {
        try (var responder = responder("delay", "--delay-us", "20000");
                var one = connect(responder);
                var two = connect(responder)) {
            long start = System.nanoTime();
            send(one);
            send(two);
            readResponse(one.getInputStream());
            readResponse(two.getInputStream());
            double millis = (System.nanoTime() - start) / 1e6;
            check(
                    "two requests at once both get their response after the delay",
                    millis >= 20 && millis < 40);
        }
    }

    /// 200 requests at once, of 1 ms each: the last response comes after 200 ms or so.
    private void queue() throws IOException {
        try (var responder = responder("queue", "--queue-us", "1000");
                var socket = connect(responder)) {
            long start = System.nanoTime();
            for (int i = 0; i < 200; i++) {
                send(socket);
            }
            for (int i = 0; i < 200; i++) {
                readResponse(socket.getInputStream());
            }
            double millis = (System.nanoTime() - start) / 1e6;
            check("a queue serves one request after the other", millis > 140 && millis < 280);
        }
    }

    private void stall() throws IOException {
        try (var responder = responder("stall", "--stall-ms", "300", "--every-ms", "1000");
                var socket = connect(responder)) {
            long ready = System.nanoTime();
            double longest = 0;
            while (System.nanoTime() - ready < 1_400_000_000L) {
                longest = Math.max(longest, request(socket));
            }
            check(
                    "continuous requests meet exactly one complete stall",
                    longest > 295 && longest < 400);
        }
    }

    private void closing() throws IOException {
        try (var responder = responder("closing", "--close-every", "2");
                var socket = connect(responder)) {
            send(socket);
            var first = readResponse(socket.getInputStream());
            send(socket);
            var second = readResponse(socket.getInputStream());
            check(
                    "the second response announces the end of the connection and is the last",
                    first.contains("Connection: keep-alive")
                            && second.contains("Connection: close")
                            && socket.getInputStream().read() < 0);
        }
    }

    private void exit() {
        var responder = responder("exit");
        responder.process().closeInput();
        responder.process().awaitSuccess(Duration.ofSeconds(5));
        check("the responder exits when its standard input closes", true);
    }

    private void baselines() throws IOException {
        for (var generator : Generators.ALL) {
            if (generator.name().startsWith("baseline")
                    && Files.exists(options.placement().target())) {
                baseline(generator);
            }
        }
    }

    private void baseline(Generator generator) throws IOException {
        int connections = 20;
        try (var run =
                GeneratorRun.open(generator, options, connections, 1, false, DelayProfile.NONE)) {
            Compare.sleep(300);
            run.pause();
            var before = run.read();
            Compare.sleep(100);
            var still = CounterDelta.between(before, run.read());
            run.resume();
            check(
                    generator.name() + " does nothing while it is paused",
                    still.responses() == 0 && still.cpuNanos() == 0 && still.responderNanos() == 0);
            run.process().awaitSuccess(Duration.ofSeconds(5));
            long counted =
                    Long.parseLong(
                            Files.readString(run.load().folder().resolve(generator.name() + ".out"))
                                    .replaceAll("\\D", ""));
            long missing = run.responder().responses() - counted;
            check(
                    generator.name()
                            + " counts the same responses as the responder, except those in flight",
                    counted > connections && missing >= 0 && missing <= connections);
        }
    }

    private Responder responder(String name, String... flags) {
        try {
            var folder = Files.createDirectories(options.scratch().resolve(name));
            return Responder.start(options.placement(), name, folder, List.of(flags));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket connect(Responder responder) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), responder.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(5_000);
        return socket;
    }

    /// Sends one request and waits for the response.
    ///
    /// @return response time, ms
    private static double request(Socket socket) throws IOException {
        long start = System.nanoTime();
        send(socket);
        readResponse(socket.getInputStream());
        return (System.nanoTime() - start) / 1e6;
    }

    private static void send(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String readResponse(InputStream in) throws IOException {
        var text = new StringBuilder();
        while (!text.toString().endsWith(RESPONSE_END)) {
            int b = in.read();
            if (b < 0) {
                throw new HarnessException(
                        "the responder closed the connection within a response: " + text);
            }
            text.append((char) b);
        }
        return text.toString();
    }
}
