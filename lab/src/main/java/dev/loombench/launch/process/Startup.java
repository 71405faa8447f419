package dev.loombench.launch.process;

/// The first result of a server's start.
sealed interface Startup {

    /// It printed a valid `READY` line.
    record Ready(int port) implements Startup {}

    /// It printed a `READY` line that is not valid.
    record MalformedReady(String line) implements Startup {}

    /// It runs, but has closed its standard output.
    record StdoutClosed() implements Startup {}

    record Ended(ProcessExit exit) implements Startup {}

    /// Nothing happened within the time limit.
    record Timeout() implements Startup {}
}
