import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// A server of known truth: its options name its costs, and it counts what it really spent.
///
/// One platform thread per connection serves `GET /work`; other paths are 404. With a CPU cost, a
/// request costs its thread exactly that time of the kernel's clock, with reading and writing of
/// the request included ([CpuAccount]). Waiting times are computed in absolute time, so that an
/// overshoot of the timer delays one response and no later one. At its end it prints a line of what
/// it counted: `COUNTED requests=4711 requestNanos=… owedNanos=… laterNanos=… refills=…
/// lateNanos=…`, all of its life.
///
/// | option | cost |
/// |---|---|
/// | `--cpu=US` | CPU time of each request, in its thread |
/// | `--step=US,N,US` | CPU time of each of the first N requests, and of the later ones |
/// | `--delay=MS` | a wait without a queue |
/// | `--queue=SERVERS,MS,KIND` | a queue with this mean service time, `exponential` or `constant` |
/// | `--queue-of=SHARE,SERVERS,MS,KIND` | the same, for this share of the requests |
/// | `--later=US,MS` | CPU time per request, spent by a background thread every so many ms |
/// | `--later-after=US,MS` | CPU time per request, spent by another thread after so many ms |
/// | `--appender=US` | CPU time per request, spent by another thread at once |
/// | `--cleaner=US` | CPU time per request, spent by a cleaner after a garbage collection |
/// | `--cache=MS,US` | a refill of CPU time, by the first request after the cache's time to live |
/// | `--periodic=MS,US` | CPU time every so many ms, whatever the load does |
/// | `--stall=MS,MS` | how often requests stop, and for how long |
/// | `--garbage=KB,MB` | garbage per request, and the live set |
/// | `--leak=BYTES` | memory that each request keeps |
/// | `--idle=MS` | connections are closed after this time without a request |
/// | `--kinds=FILE,N,US,US` | CPU time of each request: that of most processes, and that of every N-th, which FILE counts |
final class TruthServer {
    private static final byte[] OK = response("200 OK", "ok\n");
    private static final byte[] NOT_FOUND = response("404 Not Found", "");
    private static final byte[] WORK = "GET /work ".getBytes(StandardCharsets.US_ASCII);

    /// What a server really spent.
    ///
    /// @param requestNanos CPU time that requests were to cost their own threads
    /// @param owedNanos CPU time that they were to cost other threads, and that of periodic tasks
    /// @param laterNanos of that, what these threads have spent
    /// @param lateNanos by which waits ended late
    record Counted(
            LongAdder requests,
            LongAdder requestNanos,
            LongAdder owedNanos,
            LongAdder laterNanos,
            LongAdder refills,
            LongAdder lateNanos) {
        Counted() {
            this(
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder());
        }

        void print() {
            System.out.printf(
                    "COUNTED requests=%d requestNanos=%d owedNanos=%d laterNanos=%d refills=%d lateNanos=%d%n",
                    requests.sum(),
                    requestNanos.sum(),
                    owedNanos.sum(),
                    laterNanos.sum(),
                    refills.sum(),
                    lateNanos.sum());
        }
    }

    private enum Head {
        WORK,
        OTHER,
        END
    }

    private final List<Cost> costs;
    private final int idleMillis;
    private final Counted counted;

    private TruthServer(List<Cost> costs, int idleMillis, Counted counted) {
        this.costs = costs;
        this.idleMillis = idleMillis;
        this.counted = counted;
    }

    public static void main(String[] args) throws IOException {
        int port = 0;
        int idleMillis = 0;
        var counted = new Counted();
        var costs = new ArrayList<Cost>();
        for (var arg : args) {
            var option = arg.split("=", 2);
            switch (option[0]) {
                case "--port" -> port = Integer.parseInt(option[1]);
                case "--idle" -> idleMillis = Integer.parseInt(option[1]);
                default -> costs.add(Costs.of(option[0], option[1].split(","), counted));
            }
        }
        Runtime.getRuntime().addShutdownHook(new Thread(counted::print));
        new TruthServer(costs, idleMillis, counted).listen(port);
    }

    private void listen(int port) throws IOException {
        try (var server = new ServerSocket(port, 4096, InetAddress.getLoopbackAddress())) {
            while (true) {
                var socket = server.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        }
    }

    private void serve(Socket connection) {
        var account = new CpuAccount();
        try (connection) {
            connection.setTcpNoDelay(true);
            connection.setSoTimeout(idleMillis);
            var in = new BufferedInputStream(connection.getInputStream(), 2048);
            var out = connection.getOutputStream();
            for (var head = read(in); head != Head.END; head = read(in)) {
                respond(head, account, out);
            }
        } catch (IOException | InterruptedException _) {
            // the client or the idle limit closed it
        }
    }

    private void respond(Head head, CpuAccount account, OutputStream out)
            throws IOException, InterruptedException {
        if (head == Head.OTHER) {
            out.write(NOT_FOUND);
            return;
        }
        long nanos = 0;
        for (var cost : costs) {
            nanos += cost.spend();
        }
        if (nanos > 0) {
            account.spend(nanos);
        }
        counted.requests.increment();
        counted.requestNanos.add(nanos);
        out.write(OK);
    }

    /// Reads up to the empty line at the end of a request's head.
    private static Head read(InputStream in) throws IOException {
        boolean work = true;
        int lineEnds = 0;
        for (int i = 0; lineEnds < 2; i++) {
            int c = in.read();
            if (c < 0) {
                return Head.END;
            }
            work &= i >= WORK.length || c == WORK[i];
            lineEnds = c == '\n' ? lineEnds + 1 : c == '\r' ? lineEnds : 0;
        }
        return work ? Head.WORK : Head.OTHER;
    }

    private static byte[] response(String status, String body) {
        return "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(status, body.length(), body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
