package dev.loombench.launch.process;

/// What came first of a server that was started.
sealed interface Startup {

    /// It said that it accepts.
    record Ready(int port) implements Startup {}

    /// It said something that was meant to be that, and was not.
    record MalformedReady(String line) implements Startup {}

    /// It lives, but has closed the stream that it was to say so on.
    record StdoutClosed() implements Startup {}

    record Ended(ProcessExit exit) implements Startup {}

    /// Nothing of all this in time.
    record Timeout() implements Startup {}
}
