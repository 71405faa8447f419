package dev.loombench.cli.inspect;

/// A service that prints to standard error all the time.
final class Printing {
    private static final int THREADS = 5;
    private static final String LINE = "x".repeat(500);

    private Printing() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < THREADS; i++) {
            Thread.ofPlatform().name("orders-", i).start(Printing::print);
        }
        System.out.println("READY");
    }

    private static void print() {
        while (true) {
            System.err.println(LINE);
        }
    }
}
