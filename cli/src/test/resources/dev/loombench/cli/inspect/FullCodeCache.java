import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// A program that fills the code cache by compiled methods of hidden classes, all of which it
/// keeps. Prints `READY`, and ends with its input. Compiled by the test that runs it; needs
/// `-Xbatch`, by which a method is compiled before its caller goes on.
public final class FullCodeCache {
    /// More than make the JVM compile a method.
    private static final int CALLS = 2_000;

    /// Classes in a row for which nothing is compiled any more.
    private static final int UNCOMPILED = 50;

    private static final int MOST_CLASSES = 50_000;

    private static final List<DoubleUnaryOperator> KEPT = new ArrayList<>();

    static volatile double sum;

    private FullCodeCache() {}

    public static void main(String[] args) throws Exception {
        byte[] code;
        try (var file = FullCodeCache.class.getResourceAsStream("Computation.class")) {
            code = file.readAllBytes();
        }
        var cache = cache();
        long last = 0;
        int uncompiled = 0;
        while (uncompiled < UNCOMPILED && KEPT.size() < MOST_CLASSES) {
            compile(code);
            long used = cache.getUsage().getUsed();
            uncompiled = used > last ? 0 : uncompiled + 1;
            last = used;
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    private static MemoryPoolMXBean cache() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("CodeCache"))
                .findFirst()
                .orElseThrow();
    }

    private static void compile(byte[] code) throws ReflectiveOperationException {
        var hidden = MethodHandles.lookup().defineHiddenClass(code, true).lookupClass();
        var computation = (DoubleUnaryOperator) hidden.getDeclaredConstructor().newInstance();
        for (int i = 0; i < CALLS; i++) {
            sum += computation.applyAsDouble(i);
        }
        KEPT.add(computation);
    }
}

/// A method whose code is some kB: each access to the array is checked.
final class Computation implements DoubleUnaryOperator {
    private final double[] a = new double[16];

    Computation() {}

    @Override
    public double applyAsDouble(double x) {
        a[0] = x;
        a[1] = a[0] + x * a[15];
        a[2] = a[1] * a[0] + x;
        a[3] = a[2] - a[1] * x;
        a[4] = a[3] * a[2] + a[0];
        a[5] = a[4] - a[3] * a[1];
        a[6] = a[5] * a[4] + a[2];
        a[7] = a[6] - a[5] * a[3];
        a[8] = a[7] * a[6] + a[4];
        a[9] = a[8] - a[7] * a[5];
        a[10] = a[9] * a[8] + a[6];
        a[11] = a[10] - a[9] * a[7];
        a[12] = a[11] * a[10] + a[8];
        a[13] = a[12] - a[11] * a[9];
        a[14] = a[13] * a[12] + a[10];
        a[15] = x / 2;
        return a[14] - a[13] * a[11];
    }
}
