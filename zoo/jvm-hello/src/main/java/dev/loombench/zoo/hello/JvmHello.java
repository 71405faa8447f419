package dev.loombench.zoo.hello;

import java.io.IOException;

/// An empty program: it prints its heap size and exits when standard input closes.
///
/// It uses no other class of the zoo and no string concatenation, because each would add to the
/// measured start-up.
public final class JvmHello {
    private JvmHello() {}

    @SuppressWarnings("UnnecessaryStringBuilder") // string concatenation is linked at run time
    public static void main(String[] args) throws IOException {
        var runtime = Runtime.getRuntime();
        long committed = runtime.totalMemory();
        var line =
                new StringBuilder(96)
                        .append("DONE tasks=1 heap-used=")
                        .append(committed - runtime.freeMemory())
                        .append(" heap-committed=")
                        .append(committed);
        System.out.println(line);
        while (System.in.read() >= 0) {
            // the content does not matter
        }
    }
}
