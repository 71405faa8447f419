package dev.loombench.zoo.hello;

import java.io.IOException;

/// Nothing but a JVM: it comes, tells its heap, and ends when standard input closes.
///
/// It links to no other class of the zoo and joins no strings: each would be a part of what is
/// measured.
public final class JvmHello {
    private JvmHello() {}

    @SuppressWarnings("UnnecessaryStringBuilder") // strings joined by + are linked at run time
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
            // What is written to it is of no interest.
        }
    }
}
