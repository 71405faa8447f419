package dev.loombench.observe.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// A platform thread of Java code in the text of `Thread.print`.
///
/// The text shows the threads at one safepoint. It names the virtual thread that a carrier runs
/// (JDK 21) and has its stack (JDK 24, JDK-8330846); it does not list virtual threads without a
/// carrier.
///
/// @param osThread its id in the operating system
/// @param virtualThread the number of the virtual thread that it carries
/// @param frames of the virtual thread from the top, as in
///   `java.lang.Thread.sleep(Thread.java:540)`; above them the initialiser of the class that it
///   waits for, if it does; empty without a virtual thread, and before JDK 24
public record PrintedThread(
        String name, long osThread, OptionalLong virtualThread, List<String> frames) {
    private static final Pattern THREAD = Pattern.compile("\"(.*)\" #\\d+ \\[(\\d+)] .*");
    private static final Pattern CARRYING = Pattern.compile("\\s+Carrying virtual thread #(\\d+)");
    private static final Pattern MOUNTED =
            Pattern.compile("\\s+Mounted virtual thread.* #(\\d+)\\s*");
    private static final Pattern FRAME = Pattern.compile("\\s+at ([^(]+)\\((.*)\\)\\s*");
    private static final Pattern INITIALISED =
            Pattern.compile("\\s+- waiting on the Class initialization monitor for (\\S+)\\s*");
    private static final Pattern MODULE = Pattern.compile("^[\\w.]+(@[^/]*)?/");
    private static final Pattern WORKER = Pattern.compile("ForkJoinPool-\\d+-worker-\\d+");

    /// More than the frames of a deep stack below the application's.
    private static final int FRAMES = 64;

    public PrintedThread {
        frames = List.copyOf(frames);
    }

    /// Whether it has the name of a carrier. Other pools of the JVM may have such workers too.
    public boolean isWorker() {
        return WORKER.matcher(name).matches();
    }

    /// `ForkJoinPool-1` of `ForkJoinPool-1-worker-2`.
    public String pool() {
        return name.substring(0, name.indexOf("-worker-"));
    }

    /// All threads of a text, in its order.
    static List<PrintedThread> parse(String text) {
        var parser = new Parser();
        text.lines().forEach(parser::line);
        parser.end();
        return List.copyOf(parser.threads);
    }

    private static final class Parser {
        private final List<PrintedThread> threads = new ArrayList<>();
        private final List<String> frames = new ArrayList<>();
        private String name = "";
        private long osThread;
        private OptionalLong carried = OptionalLong.empty();
        private boolean mounted;

        void line(String line) {
            var thread = THREAD.matcher(line);
            if (thread.matches()) {
                end();
                name = thread.group(1);
                osThread = Long.parseLong(thread.group(2));
                return;
            }
            var carrying = CARRYING.matcher(line);
            var mount = MOUNTED.matcher(line);
            var frame = FRAME.matcher(line);
            if (carrying.matches()) {
                carried = OptionalLong.of(Long.parseLong(carrying.group(1)));
            } else if (mount.matches()) {
                carried = OptionalLong.of(Long.parseLong(mount.group(1)));
                mounted = true;
            } else if (mounted && frame.matches() && frames.size() < FRAMES) {
                frames.add(
                        "%s(%s)"
                                .formatted(
                                        frame.group(1),
                                        MODULE.matcher(frame.group(2)).replaceFirst("")));
            } else if (mounted) {
                addInitialiser(line);
            }
        }

        private void addInitialiser(String line) {
            var initialised = INITIALISED.matcher(line);
            if (initialised.matches()) {
                frames.addFirst(initialised.group(1) + ".<clinit>(in another thread)");
            }
        }

        void end() {
            if (!name.isEmpty()) {
                threads.add(new PrintedThread(name, osThread, carried, frames));
            }
            name = "";
            carried = OptionalLong.empty();
            mounted = false;
            frames.clear();
        }
    }
}
