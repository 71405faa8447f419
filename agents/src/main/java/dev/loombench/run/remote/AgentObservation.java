package dev.loombench.run.remote;

import dev.loombench.agent.wire.ServerAction;
import dev.loombench.observe.ObservationSession;
import dev.loombench.observe.result.Observation;
import java.util.List;

/// The observers of a server on an agent. Times are moved from the agent's clock to this one.
final class AgentObservation implements ObservationSession {
    private final AgentCalls calls;
    private final ClockSinceLaunch clock;
    private boolean closed;

    AgentObservation(AgentCalls calls, ClockSinceLaunch clock) {
        this.calls = calls;
        this.clock = clock;
    }

    @Override
    public void sample() {
        calls.callUnlessInterrupted(ServerAction.SAMPLE, 0);
    }

    @Override
    public void sampleSliceEnd() {
        calls.callUnlessInterrupted(ServerAction.SAMPLE_SLICE_END, 0);
    }

    @Override
    public void rehearse() {
        calls.callUnlessInterrupted(ServerAction.REHEARSE, 0);
    }

    @Override
    public void afterWindow(boolean listThreads) {
        calls.callUnlessInterrupted(ServerAction.AFTER_WINDOW, listThreads ? 1 : 0);
    }

    @Override
    public List<Observation> read() {
        try {
            var measured = clock.untilNow();
            var reply = calls.call(ServerAction.OBSERVATIONS);
            return AgentCalls.read(reply, Messages.Observations.class).observations().stream()
                    .map(observation -> ShiftedObservation.of(observation, measured::toController))
                    .toList();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            calls.end(ServerAction.END_OBSERVERS);
        }
    }
}
