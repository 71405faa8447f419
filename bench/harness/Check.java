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

/// Holds the harness, the responder and the floors to what they must do, before figures are
/// believed.
final class Check {
    private static final String ANSWER_END = "Hello world!";

    private final Options options;
    private final List<String> broken = new ArrayList<>();

    private Check(Options options) {
        this.options = options;
    }

    static String run(Options options) {
        var check = new Check(options);
        check.arithmetic();
        check.reports();
        try {
            check.headsInPieces();
            check.counters();
            check.delay();
            check.stall();
            check.closing();
            check.leaving();
            check.floors();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!check.broken.isEmpty()) {
            throw new Failed("does not hold: " + String.join("; ", check.broken));
        }
        return "all holds";
    }

    private void hold(String sentence, boolean holds) {
        System.out.println((holds ? "ok  " : "NO  ") + sentence);
        if (!holds) {
            broken.add(sentence);
        }
    }

    private void arithmetic() {
        hold(
                "the quartiles of 1 .. 5 are 2, 3 and 4",
                Quartiles.of(new double[] {5, 1, 4, 2, 3}).equals(new Quartiles(2, 3, 4)));
        // 4 % of requests meet a stall of 200 ms in 5 s; a quarter of those, 1 %, wait above 150
        // ms.
        hold(
                "of the waits in a stall p99 is 150 ms and p99.9 is 195 ms",
                Math.abs(Truth.waited(99) - 150) < 1e-9
                        && Math.abs(Truth.waited(99.9) - 195) < 1e-9);
        hold("half of the requests meet no stall", Truth.waited(50) == 0);
    }

    private void reports() {
        says(
                "hey",
                Report.hey(said("  50%% in 0.0012 secs\n  99% in 0.0021 secs\n")),
                Map.of(50.0, 1.2, 99.0, 2.1));
        says("wrk", Report.percentileLines(said("percentile 99.9 12.5\n")), Map.of(99.9, 12.5));
        says(
                "oha",
                Report.oha(said("{\"latencyPercentiles\": {\"p50\": 0.005, \"p99.9\": 1.5e-3}}")),
                Map.of(50.0, 5.0, 99.9, 1.5));
        says(
                "vegeta",
                Report.vegeta(
                        said(
                                "Value(ms)  Percentile  TotalCount  1/(1-Percentile)\n1.5  0.5  10  2\n2.5  1.0  20  1e9\n")),
                Map.of(50.0, 1.5, 99.0, 2.5, 99.9, 2.5));
        var ours =
                Report.loombench(
                        said(
                                "{\"responseTimeNanos\": {\"p50\": 5100000}, \"sendLagNanos\": {\"p99\": 25000}}"));
        says("loombench", ours, Map.of(50.0, 5.1));
        hold(
                "the send lag of loombench is read",
                Math.abs(ours.lag().getOrDefault(99.0, 0.0) - 0.025) < 1e-9);
    }

    private void says(String peer, Report report, Map<Double, Double> due) {
        hold(
                "the report of " + peer + " is read",
                report.latency().keySet().equals(due.keySet())
                        && due.entrySet().stream()
                                .allMatch(e ->
                                        Math.abs(report.latency().get(e.getKey()) - e.getValue())
                                                < 1e-9));
    }

    private Path said(String text) {
        try {
            var folder = Files.createDirectories(options.scratch().resolve("said"));
            Files.writeString(folder.resolve("peer.out"), text);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void headsInPieces() throws IOException {
        try (var responder = responder("pieces");
                var socket = connect(responder)) {
            for (var piece :
                    List.of("GET / HT", "TP/1.1\r\nHost: x\r", "\n\r", "\nGET / HTTP/1.1\r\n")) {
                socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
                Compare.sleep(20); // so that each piece is read by itself
            }
            var answer = readAnswer(socket.getInputStream());
            hold(
                    "a head in four pieces gets one whole answer",
                    answer.startsWith("HTTP/1.1 200 OK\r\n")
                            && answer.contains("Content-Length: 12\r\n")
                            && socket.getInputStream().available() == 0);
            hold("and is counted once", responder.answered() == 1);
        }
    }

    private void counters() throws IOException {
        try (var responder = responder("counters")) {
            try (var one = connect(responder);
                    var two = connect(responder)) {
                ask(one);
                ask(two);
                ask(one);
                hold(
                        "three requests on two connections are counted",
                        responder.answered() == 3 && responder.open() == 2);
            }
            for (int i = 0; responder.open() != 0 && i < 100; i++) {
                Compare.sleep(10);
            }
            hold("closed connections are no longer counted", responder.open() == 0);
        }
        try (var next = responder("counters")) {
            hold("a responder started anew counts from 0", next.answered() == 0);
        }
    }

    private void delay() throws IOException {
        try (var responder = responder("delay", "--delay-us", "20000");
                var one = connect(responder);
                var two = connect(responder)) {
            long start = System.nanoTime();
            send(one);
            send(two);
            readAnswer(one.getInputStream());
            readAnswer(two.getInputStream());
            double millis = (System.nanoTime() - start) / 1e6;
            hold(
                    "two requests at once are both answered after the delay",
                    millis >= 20 && millis < 40);
        }
    }

    private void stall() throws IOException {
        try (var responder = responder("stall", "--stall-ms", "300", "--every-ms", "1000");
                var socket = connect(responder)) {
            long ready = System.nanoTime();
            double longest = 0;
            while (System.nanoTime() - ready < 1_400_000_000L) {
                longest = Math.max(longest, ask(socket));
            }
            hold("who asks without pause meets one whole stall", longest > 295 && longest < 400);
        }
    }

    private void closing() throws IOException {
        try (var responder = responder("closing", "--close-every", "2");
                var socket = connect(responder)) {
            send(socket);
            var first = readAnswer(socket.getInputStream());
            send(socket);
            var second = readAnswer(socket.getInputStream());
            hold(
                    "the second answer says that it is the last, and is",
                    first.contains("Connection: keep-alive")
                            && second.contains("Connection: close")
                            && socket.getInputStream().read() < 0);
        }
    }

    private void leaving() {
        var responder = responder("leaving");
        responder.process().closeInput();
        responder.process().awaitSuccess(Duration.ofSeconds(5));
        hold("the responder leaves when its input closes", true);
    }

    private void floors() throws IOException {
        for (var peer : Peers.ALL) {
            if (peer.name().startsWith("floor") && Files.exists(options.place().target())) {
                floor(peer);
            }
        }
    }

    private void floor(Peer peer) throws IOException {
        int connections = 20;
        try (var lane = Lane.open(peer, options, connections, 1, false, Slowness.NONE)) {
            Compare.sleep(300);
            lane.pause();
            var before = lane.read();
            Compare.sleep(100);
            var still = Window.between(before, lane.read());
            lane.resume();
            hold(
                    peer.name() + " does nothing while it is paused",
                    still.answered() == 0 && still.cpuNanos() == 0 && still.responderNanos() == 0);
            lane.generator().awaitSuccess(Duration.ofSeconds(5));
            long own =
                    Long.parseLong(
                            Files.readString(lane.load().folder().resolve(peer.name() + ".out"))
                                    .replaceAll("\\D", ""));
            long missing = lane.responder().answered() - own;
            hold(
                    peer.name() + " counts what the responder counts, but for those in flight",
                    own > connections && missing >= 0 && missing <= connections);
        }
    }

    private Responder responder(String name, String... flags) {
        try {
            var folder = Files.createDirectories(options.scratch().resolve(name));
            return Responder.start(options.place(), name, folder, List.of(flags));
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

    /// Asks once and waits for the answer.
    ///
    /// @return ms
    private static double ask(Socket socket) throws IOException {
        long start = System.nanoTime();
        send(socket);
        readAnswer(socket.getInputStream());
        return (System.nanoTime() - start) / 1e6;
    }

    private static void send(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String readAnswer(InputStream in) throws IOException {
        var text = new StringBuilder();
        while (!text.toString().endsWith(ANSWER_END)) {
            int b = in.read();
            if (b < 0) {
                throw new Failed("the responder ended its answer early: " + text);
            }
            text.append((char) b);
        }
        return text.toString();
    }
}
