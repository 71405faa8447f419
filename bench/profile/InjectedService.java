import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// A service whose requests call ten methods of equal work, `step0` to `step9`, of which `step7`
/// does more by as many thousandths of all work as its argument says. All respond the same. It
/// takes its port from the variable `PORT`.
final class InjectedService {
    private static final int STEPS = 10_000;

    private static volatile int extra;

    private InjectedService() {}

    public static void main(String[] args) throws IOException {
        extra = 10 * STEPS * Integer.parseInt(args[0]) / 1_000;
        int port = Integer.parseInt(System.getenv("PORT"));
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", InjectedService::handle);
        server.start();
    }

    private static void handle(HttpExchange exchange) throws IOException {
        double sum =
                step0(STEPS)
                        + step1(STEPS)
                        + step2(STEPS)
                        + step3(STEPS)
                        + step4(STEPS)
                        + step5(STEPS)
                        + step6(STEPS)
                        + step7(STEPS + extra)
                        + step8(STEPS)
                        + step9(STEPS);
        var body = (sum > 0 ? "done" : "nothing").getBytes(StandardCharsets.US_ASCII);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static double step0(int steps) {
        return roots(steps, 0);
    }

    private static double step1(int steps) {
        return roots(steps, 1);
    }

    private static double step2(int steps) {
        return roots(steps, 2);
    }

    private static double step3(int steps) {
        return roots(steps, 3);
    }

    private static double step4(int steps) {
        return roots(steps, 4);
    }

    private static double step5(int steps) {
        return roots(steps, 5);
    }

    private static double step6(int steps) {
        return roots(steps, 6);
    }

    private static double step7(int steps) {
        return roots(steps, 7);
    }

    private static double step8(int steps) {
        return roots(steps, 8);
    }

    private static double step9(int steps) {
        return roots(steps, 9);
    }

    private static double roots(int steps, int offset) {
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += Math.sqrt(i + offset);
        }
        return sum;
    }
}
