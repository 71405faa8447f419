import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/// The time until `loombench govern PID` takes effect on a running service: the JDK HttpServer on
/// virtual threads, with 100 users whose requests block for 10 ms in native code.
///
/// `run --attach [TRIALS]`. Each trial has a fresh server and a fresh governor. It reports when the
/// throughput of 100 ms first reaches ten times the throughput before, and nine tenths of the final
/// throughput. The final throughput is that after 8 s of governing, because the service's code is
/// cold until requests get through.
final class AttachBenchmark {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final int USERS = 100;
    private static final byte[] REQUEST =
            "GET /native?ms=10 HTTP/1.1\r\nHost: bench\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final long WINDOW = 100_000_000;
    private static final int BEFORE = 50; // windows
    private static final int GOVERNED = 80;
    private static final int END = 20;

    private final LongAdder responses = new LongAdder();
    private volatile long governedSince;

    /// @param before responses per second
    /// @param end responses per second
    /// @param attached ms from the start of `loombench govern` to its first line of output
    /// @param tenfold ms from `attached` to ten times `before`
    /// @param nineTenths ms from `attached` to nine tenths of `end`
    private record Measurement(
            double before, double end, double attached, double tenfold, double nineTenths) {}

    static int run(List<String> args) throws Exception {
        int trials = args.isEmpty() ? 5 : Integer.parseInt(args.getFirst());
        var measurements = new ArrayList<Measurement>();
        for (int trial = 0; trial < trials; trial++) {
            measurements.add(new AttachBenchmark().trial());
            System.err.println(measurements.getLast());
        }
        System.out.printf("%nattach (%d trials)%n", trials);
        print(
                "responses/s before",
                measurements.stream().mapToDouble(Measurement::before).toArray());
        print(
                "responses/s governed",
                measurements.stream().mapToDouble(Measurement::end).toArray());
        print(
                "ms until attached",
                measurements.stream().mapToDouble(Measurement::attached).toArray());
        print(
                "ms more until 10 times",
                measurements.stream().mapToDouble(Measurement::tenfold).toArray());
        print(
                "ms more until 0.9",
                measurements.stream().mapToDouble(Measurement::nineTenths).toArray());
        return 0;
    }

    private Measurement trial() throws Exception {
        var server =
                start(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        HOME.resolve("zoo/jdk-httpserver/target/zoo-jdk-httpserver.jar").toString(),
                        "dev.loombench.zoo.jdkhttp.JdkHttpServer",
                        "--model",
                        "virtual",
                        "--port",
                        "0");
        try (var output = server.inputReader()) {
            int port = Integer.parseInt(output.readLine().substring("READY port=".length()));
            for (int user = 0; user < USERS; user++) {
                Thread.ofPlatform().daemon().start(() -> sendRequests(port));
            }
            return measure(server.pid());
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private Measurement measure(long pid) throws Exception {
        count(BEFORE / 2); // warm-up
        double before = rate(count(BEFORE));
        long command = System.nanoTime();
        var lab = start(HOME.resolve("loombench").toString(), "govern", Long.toString(pid));
        try {
            Thread.ofPlatform().daemon().start(() -> readOutput(lab.inputReader()));
            long[] windows = count(GOVERNED);
            if (governedSince == 0) {
                throw new IllegalStateException("loombench govern did not attach");
            }
            double end = rate(Arrays.copyOfRange(windows, GOVERNED - END, GOVERNED));
            double attached = (governedSince - command) / 1e6;
            return new Measurement(
                    before,
                    end,
                    attached,
                    millisUntil(windows, 10 * before) - attached,
                    millisUntil(windows, 0.9 * end) - attached);
        } finally {
            lab.destroy(); // like Ctrl-C: restores the original number of carriers
            lab.waitFor();
        }
    }

    private static double millisUntil(long[] windows, double rate) {
        int window = 0;
        while (window < windows.length && windows[window] * 1e9 / WINDOW < rate) {
            window++;
        }
        return (window + 1) * WINDOW / 1e6;
    }

    private void readOutput(BufferedReader output) {
        try {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith("governing process")) {
                    governedSince = System.nanoTime();
                }
            }
        } catch (IOException e) {
            return; // the trial is over
        }
    }

    private long[] count(int windows) {
        var counts = new long[windows];
        long next = System.nanoTime();
        for (int i = 0; i < windows; i++) {
            long before = responses.sum();
            next += WINDOW;
            ScenarioTrial.park(next - System.nanoTime());
            counts[i] = responses.sum() - before;
        }
        return counts;
    }

    private static double rate(long[] windows) {
        return Arrays.stream(windows).sum() * 1e9 / WINDOW / windows.length;
    }

    /// Acts as one user until the server ends.
    private void sendRequests(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            while (true) {
                socket.getOutputStream().write(REQUEST);
                if (!readResponse(socket.getInputStream())) {
                    return;
                }
                responses.increment();
            }
        } catch (IOException e) {
            return; // the trial is over; an early end shows as a throughput of 0
        }
    }

    /// Reads one response, which ends in "blocked 10 ms".
    private static boolean readResponse(InputStream in) throws IOException {
        var bytes = new byte[1_024];
        int length = 0;
        while (length < 13
                || !new String(bytes, length - 13, 13, StandardCharsets.US_ASCII)
                        .equals("blocked 10 ms")) {
            int more = in.read(bytes, length, bytes.length - length);
            if (more <= 0) {
                return false;
            }
            length += more;
        }
        return true;
    }

    private static Process start(String... command) throws IOException {
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static void print(String name, double[] values) {
        Arrays.sort(values);
        System.out.printf(
                Locale.ROOT,
                "  %-22s %10.0f   (%.0f to %.0f)%n",
                name,
                values[values.length / 2],
                values[0],
                values[values.length - 1]);
    }
}
