package dev.loombench.agent.wire;

import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.result.LoadProgress;
import java.util.Optional;
import java.util.OptionalLong;

/// A message between a controller and an agent. Times are on the agent's monotonic clock, ns;
/// `load` numbers the loads of a session.
public sealed interface Frame {

    /// What a controller sends.
    sealed interface FromController extends Frame {}

    /// What an agent sends.
    sealed interface FromAgent extends Frame {}

    /// The first frame of a session. Its layout is the same in all versions.
    ///
    /// @param version of the controller's program
    record Hello(String version) implements FromController {}

    /// A text that belongs to a later frame, such as a CSV file.
    record Text(String name, String text) implements FromController {}

    /// Prepares a load: its plan is the text `plan`, its files are the other texts.
    ///
    /// @param probe whether to send one request first
    /// @param anyStatus whether the response to that request may have any status
    record Prepare(int load, boolean probe, boolean anyStatus) implements FromController {}

    /// Checks whether the share of a load can be driven, without a request: its plan and its files
    /// have been sent as for `Prepare`. The agent responds with `Prepared`.
    record Check(int load) implements FromController {}

    /// Starts the prepared load.
    record Begin(int load, long atNanos) implements FromController {}

    /// Opens a window.
    ///
    /// @param requests of the whole load, after which the window ends
    /// @param beginsProfile false for a window that continues those before
    record OpenWindow(
            int load, int window, long atNanos, OptionalLong requests, boolean beginsProfile)
            implements FromController {}

    /// Ends a window.
    record CloseWindow(int load, int window, long atNanos) implements FromController {}

    /// Pauses a load, or continues it.
    record Pause(int load, boolean paused) implements FromController {}

    /// Stops a load and closes its connections.
    record End(int load) implements FromController {}

    /// Requests the agent's clock and the progress of its load.
    record Ping(long number) implements FromController {}

    /// A call of the server role, which the agent answers with `ServerReply`. The calls for one
    /// server are executed in order. A text that belongs to it has been sent as `call`.
    ///
    /// @param call number of this call
    /// @param server number of the server; 0 for the run
    /// @param argument of the action, where it has one
    record ServerCall(int call, ServerAction action, int server, long argument)
            implements FromController {}

    /// The response to `Hello`.
    ///
    /// @param version of the agent's program
    record Welcome(String version) implements FromAgent {}

    /// Refuses a session, or ends it. Its layout is the same in all versions.
    ///
    /// @param reason in words that follow the agent's name
    record Refused(String reason) implements FromAgent {}

    /// The load is prepared and can begin, or was checked.
    ///
    /// @param roundTripNanos to the target; empty when no connect succeeded
    record Prepared(int load, OptionalLong roundTripNanos) implements FromAgent {}

    /// Why a load cannot be driven.
    enum FailureCause {
        /// The user can fix it.
        USAGE,
        /// The request before the load failed.
        PROBE,
        /// The generator failed.
        GENERATOR
    }

    /// The load cannot be prepared, or its generator has failed.
    record LoadFailed(int load, FailureCause cause, String reason) implements FromAgent {}

    /// The progress of a load since its start.
    ///
    /// @param rests whether it has paused, and every request has ended
    /// @param goalReached whether the requests with which the open window ends have ended
    record Progress(int load, LoadProgress progress, boolean rests, boolean goalReached)
            implements FromAgent {}

    /// A second of a window that a worker has completed.
    record Second(int load, int window, CompressedInterval interval) implements FromAgent {}

    /// The result of a window, as JSON without intervals.
    ///
    /// @param seconds number of `Second` frames of this window
    /// @param segmentsSent over TCP by the agent's machine within the window; empty where the
    ///   kernel does not report it
    /// @param segmentsRetransmitted of these
    record WindowClosed(
            int load,
            int window,
            int seconds,
            OptionalLong segmentsSent,
            OptionalLong segmentsRetransmitted,
            String result)
            implements FromAgent {}

    /// The load has stopped, and its connections are closed.
    record Ended(int load) implements FromAgent {}

    /// The agent's clock when it received a `Ping`.
    ///
    /// @param progress of its load; empty without one
    record Pong(long number, long nanos, Optional<Progress> progress) implements FromAgent {}

    /// The reply to a call.
    ///
    /// @param failed whether the text is the reason why the call failed
    record ServerReply(int call, boolean failed, String text) implements FromAgent {}

    /// The state of a server, at its start and at each change.
    ///
    /// @param stopped by a signal or a debugger
    record ServerState(int server, boolean alive, boolean stopped) implements FromAgent {}
}
