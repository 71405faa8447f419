package dev.loombench.capacity;

import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.RateProbe.Purpose;
import dev.loombench.analysis.capacity.objective.Recovery;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialResult;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A warm process of a variant, in which windows are measured one after the other.
interface ProbedProcess extends AutoCloseable {
    /// A window.
    ///
    /// @param inFlight requests in flight, sampled every
    ///   [dev.loombench.run.trial.ProbeWindow#SAMPLE_INTERVAL]
    record Window(RateProbe probe, List<Double> inFlight) {
        public Window {
            inFlight = List.copyOf(inFlight);
        }
    }

    /// Starts processes.
    interface Starter {
        /// Starts the process of a trial and warms it up.
        ///
        /// @throws dev.loombench.launch.LaunchFailed when it does not start
        ProbedProcess start(Trial process, LoadModel warmUp)
                throws InterruptedException, ServerFailed;
    }

    /// Good responses per second at the end of the warm-up.
    double warmThroughput();

    /// Measures a window from an empty queue.
    ///
    /// @param rate of the arrivals, requests/s
    /// @param settling time under the load before it
    /// @param length unless it is cut short
    Window probe(Purpose purpose, double rate, Duration settling, Duration length)
            throws InterruptedException, ServerFailed;

    /// Leaves no request in flight: waits, or replaces the process.
    void settle() throws InterruptedException, ServerFailed;

    /// The latest window as a trial, with what would have disturbed it; the observers end. Empty
    /// where nothing is observed.
    Optional<TrialResult> lastTrial() throws InterruptedException, ServerFailed;

    /// The windows of the present process that confirm a capacity, in order of time. Their rates
    /// are alike, so that their memory can be compared.
    List<dev.loombench.base.Window> confirming();

    /// Overloads the server, and waits until it holds the objectives again.
    ///
    /// @param capacity requests/s
    Recovery recover(double capacity) throws InterruptedException, ServerFailed;

    /// Ends the process in order.
    void end() throws InterruptedException;

    @Override
    void close();
}
