import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/// A service with 20 virtual threads that wake up every 50 ms. With `jmx` it has management beans.
final class IdleService {
    private IdleService() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("jmx")) {
            ManagementFactory.getPlatformMBeanServer();
        }
        for (int i = 0; i < 20; i++) {
            Thread.ofVirtual().start(IdleService::wakeUp);
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the benchmark ends
        }
    }

    private static void wakeUp() {
        while (true) {
            LockSupport.parkNanos(50_000_000);
        }
    }
}
