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

/// How soon `loombench govern PID` mends a service that was started without it: the JDK HttpServer
/// on virtual threads, with 100 users whose requests block for 10 ms in native code.
///
/// `run --govern [TRIALS]`. Each trial is a fresh server and a fresh governor. Told is when what
/// the service answers in 100 ms first comes up to ten times what it was, and to nine tenths of
/// what it answers in the end, when it has been governed for 8 s: its code is cold until it has
/// work.
final class Attached {
    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final int USERS = 100;
    private static final byte[] REQUEST =
            "GET /native?ms=10 HTTP/1.1\r\nHost: bench\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final long WINDOW = 100_000_000;
    private static final int BEFORE = 50; // windows
    private static final int GOVERNED = 80;
    private static final int END = 20;

    private final LongAdder answers = new LongAdder();
    private volatile long governing;

    /// @param before answers a second
    /// @param end answers a second
    /// @param governing ms from the start of `loombench govern` until it says that it governs
    /// @param tenfold ms from then
    /// @param mostly ms from then
    private record Seen(
            double before, double end, double governing, double tenfold, double mostly) {}

    static int run(List<String> args) throws Exception {
        int trials = args.isEmpty() ? 5 : Integer.parseInt(args.getFirst());
        var seen = new ArrayList<Seen>();
        for (int trial = 0; trial < trials; trial++) {
            seen.add(new Attached().trial());
            System.err.println(seen.getLast());
        }
        System.out.printf("%ngovern (%d trials)%n", trials);
        print("answers/s before", seen.stream().mapToDouble(Seen::before).toArray());
        print("answers/s governed", seen.stream().mapToDouble(Seen::end).toArray());
        print("ms until it governs", seen.stream().mapToDouble(Seen::governing).toArray());
        print("ms more until tenfold", seen.stream().mapToDouble(Seen::tenfold).toArray());
        print("ms more until 9/10", seen.stream().mapToDouble(Seen::mostly).toArray());
        return 0;
    }

    private Seen trial() throws Exception {
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
        try (var said = server.inputReader()) {
            int port = Integer.parseInt(said.readLine().substring("READY port=".length()));
            for (int user = 0; user < USERS; user++) {
                Thread.ofPlatform().daemon().start(() -> ask(port));
            }
            return watch(server.pid());
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private Seen watch(long pid) throws Exception {
        count(BEFORE / 2); // to warm up
        double before = rate(count(BEFORE));
        long command = System.nanoTime();
        var lab = start(HOME.resolve("loombench").toString(), "govern", Long.toString(pid));
        try {
            Thread.ofPlatform().daemon().start(() -> listen(lab.inputReader()));
            long[] windows = count(GOVERNED);
            if (governing == 0) {
                throw new IllegalStateException("loombench govern did not govern");
            }
            double end = rate(Arrays.copyOfRange(windows, GOVERNED - END, GOVERNED));
            double attached = (governing - command) / 1e6;
            return new Seen(
                    before,
                    end,
                    attached,
                    millisUntil(windows, 10 * before) - attached,
                    millisUntil(windows, 0.9 * end) - attached);
        } finally {
            lab.destroy(); // as Ctrl-C: it puts back the number it found
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

    private void listen(BufferedReader said) {
        try {
            for (var line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith("governing process")) {
                    governing = System.nanoTime();
                }
            }
        } catch (IOException over) {
            return; // the trial is
        }
    }

    private long[] count(int windows) {
        var counts = new long[windows];
        long next = System.nanoTime();
        for (int i = 0; i < windows; i++) {
            long before = answers.sum();
            next += WINDOW;
            Trial.park(next - System.nanoTime());
            counts[i] = answers.sum() - before;
        }
        return counts;
    }

    private static double rate(long[] windows) {
        return Arrays.stream(windows).sum() * 1e9 / WINDOW / windows.length;
    }

    /// One user, until the server goes.
    private void ask(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            while (true) {
                socket.getOutputStream().write(REQUEST);
                if (!skip(socket.getInputStream())) {
                    return;
                }
                answers.increment();
            }
        } catch (IOException gone) {
            return; // the trial is over; one that ends early answers nothing more, which is seen
        }
    }

    /// An answer is "blocked 10 ms" at the end of what came.
    private static boolean skip(InputStream in) throws IOException {
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
