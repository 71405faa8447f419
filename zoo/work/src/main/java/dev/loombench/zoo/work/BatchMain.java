package dev.loombench.zoo.work;

import java.util.List;

/// How a program of the zoo comes and goes that serves nobody: options in, work, `DONE tasks=N …`
/// out. It stays until standard input closes, so that it can be looked at with all that it has.
public final class BatchMain {
    private BatchMain() {}

    /// @param tasks that were done
    /// @param nanos from the start of the first to the end of the last
    /// @param held how long a task kept its thread, mean, ns
    public record Done(int tasks, long nanos, long held) {

        /// The line by which the lab knows.
        @Override
        public String toString() {
            return "DONE tasks=" + tasks + " nanos=" + nanos + " held=" + held;
        }
    }

    /// Does all its work and returns, or throws.
    @FunctionalInterface
    public interface Program {
        Done run(CommandLineArgs options) throws Exception;
    }

    /// The whole `main` of a program. Exit codes: 2 for a wrong command line, 1 for work that
    /// failed.
    ///
    /// @param known options that it takes
    public static void run(String[] args, List<String> known, Program program) {
        ServerMain.leaveWhenInputCloses();
        try {
            System.out.println(program.run(CommandLineArgs.parse(known, args)));
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (Exception | OutOfMemoryError e) {
            // The system had no thread to give, or a task failed.
            e.printStackTrace();
            System.exit(1);
        }
    }
}
