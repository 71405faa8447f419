package dev.loombench.load.transport;

/// The monotonic clock of a load: one for its schedule, its timers, its waits and its records.
///
/// A class, and not an interface: its one subclass is a clock that tests advance. As long as that
/// is not loaded, the JIT compiler binds `nanoTime` statically, so that it costs what
/// `System.nanoTime` costs.
public class Ticker {
    public static final Ticker SYSTEM = new Ticker();

    protected Ticker() {}

    /// The time, ns, from any origin.
    public long nanoTime() {
        return System.nanoTime();
    }
}
