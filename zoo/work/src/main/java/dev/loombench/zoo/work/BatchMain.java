package dev.loombench.zoo.work;

import java.util.List;

/// The lifecycle of a batch program: it reads its options, does its work and prints `DONE tasks=N
/// nanos=N held=N`. It exits when standard input closes, so that the lab can observe it with all
/// its threads and memory.
public final class BatchMain {
    private BatchMain() {}

    /// The result of a batch.
    ///
    /// @param tasks number of completed tasks
    /// @param nanos from the start of the first task to the end of the last
    /// @param held mean time that a task holds its thread, ns
    public record Done(int tasks, long nanos, long held) {

        /// The line that the lab reads.
        @Override
        public String toString() {
            return "DONE tasks=" + tasks + " nanos=" + nanos + " held=" + held;
        }
    }

    /// Work that returns when it is complete, or throws.
    @FunctionalInterface
    public interface Program {
        Done run(CommandLineArgs options) throws Exception;
    }

    /// Runs a program; this is its whole `main`. Exit codes: 2 for an invalid command line, 1 for
    /// work that failed.
    ///
    /// @param known names of its options
    public static void run(String[] args, List<String> known, Program program) {
        ServerMain.exitWhenInputCloses();
        try {
            System.out.println(program.run(CommandLineArgs.parse(known, args)));
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (Exception | OutOfMemoryError e) {
            // A thread could not be created, or a task failed.
            e.printStackTrace();
            System.exit(1);
        }
    }
}
