package dev.loombench.agent;

/// The clock of an agent between two measurements of its offset, which changes linearly between
/// them, as clocks of constant rates drift apart. Before the first and after the last it stays.
///
/// `offset(t) = first + (last - first) * (t - t_first) / (t_last - t_first)`, t on the agent's
/// clock; its error is at most the larger one of both measurements, and what the rates vary.
public record ClockInterpolation(ClockOffset first, ClockOffset last) {

    public long toController(long nanos) {
        long change = last.offsetNanos() - first.offsetNanos();
        return nanos - first.offsetNanos() - Math.round(share(nanos) * change);
    }

    private double share(long nanos) {
        long start = first.toAgent(first.controllerNanos());
        long length = last.toAgent(last.controllerNanos()) - start;
        return length > 0 ? Math.clamp((double) (nanos - start) / length, 0, 1) : 1;
    }
}
