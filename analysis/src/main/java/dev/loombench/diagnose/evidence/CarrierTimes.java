package dev.loombench.diagnose.evidence;

/// How carriers spent their time, added up over carriers, ns.
///
/// @param elapsedNanos time of all carriers in which the JVM had not stopped them; 0 without
///   evidence
/// @param ranNanos on a processor
/// @param waitedNanos in the run queue; the kernel counts a wait when it ends
public record CarrierTimes(long elapsedNanos, long ranNanos, long waitedNanos) {

    public CarrierTimes plus(CarrierTimes other) {
        return new CarrierTimes(
                elapsedNanos + other.elapsedNanos,
                ranNanos + other.ranNanos,
                waitedNanos + other.waitedNanos);
    }

    public boolean isKnown() {
        return elapsedNanos > 0;
    }

    public double ran() {
        return share(ranNanos);
    }

    public double waited() {
        return share(waitedNanos);
    }

    /// The share in which carriers neither ran nor were ready to run: `1 - ran - waited`.
    public double blocked() {
        return Math.max(0, 1 - ran() - waited());
    }

    private double share(long nanos) {
        return isKnown() ? Math.min(1, (double) nanos / elapsedNanos) : 0;
    }
}
