package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Observation.Pinned;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the carriers of virtual threads did.
///
/// @param use whether the JVM has run virtual threads; where it is not known to have, the rest is
///   missing
/// @param history their times by the kernel's account, and the scheduler's queue
/// @param exact whether these include the time in the run queue, as those in files do not
/// @param stacks the virtual threads that they carried at a few moments, in order of time
/// @param pinned waits that kept a carrier, as the JVM recorded them
/// @param held the carriers by the states of their virtual threads, where a list of all threads has
///   them
public record CarrierEvidence(
        Use use,
        Part<CarrierHistory> history,
        boolean exact,
        Part<List<CarrierStacks>> stacks,
        Part<Pinned> pinned,
        Optional<HeldCarriers> held) {

    /// Whether a JVM has run virtual threads.
    public enum Use {
        RAN,
        NONE,
        /// It may have: no carriers were seen, and nothing that was read would show virtual threads
        /// without one.
        UNKNOWN
    }

    /// What was observed of a live JVM.
    public CarrierEvidence(
            Part<CarrierHistory> history, Part<List<CarrierStacks>> stacks, Part<Pinned> pinned) {
        this(Use.RAN, history, true, stacks, pinned, Optional.empty());
    }

    /// That of a JVM without virtual threads.
    ///
    /// @param reason in words that follow a colon
    public static CarrierEvidence none(String reason) {
        return of(Use.NONE, reason);
    }

    /// That of a JVM which may have run virtual threads.
    ///
    /// @param reason why that is not known, in words that follow a colon
    public static CarrierEvidence unknown(String reason) {
        return of(Use.UNKNOWN, reason);
    }

    /// That of a JVM whose virtual threads were not observed.
    ///
    /// @param reason in words that follow a colon
    public static CarrierEvidence unobserved(String reason) {
        return of(Use.RAN, reason);
    }

    private static CarrierEvidence of(Use use, String reason) {
        return new CarrierEvidence(
                use,
                Part.missing(reason),
                true,
                Part.missing(reason),
                Part.missing(reason),
                Optional.empty());
    }

    CarrierEvidence with(Optional<HeldCarriers> other) {
        return new CarrierEvidence(use, history, exact, stacks, pinned, other);
    }

    CarrierEvidence withoutTimes(String reason) {
        return new CarrierEvidence(use, Part.missing(reason), exact, stacks, pinned, held);
    }

    /// Whether the JVM is known to have run virtual threads.
    public boolean used() {
        return use == Use.RAN;
    }

    /// The virtual threads seen on carriers, at all moments.
    public Stream<CarrierStacks.Carried> carried() {
        return stacks.value().stream().flatMap(List::stream).flatMap(s -> s.carried().stream());
    }

    /// Whether virtual threads were seen on carriers, and the calls of none.
    boolean hasNoFrames() {
        return carried().findAny().isPresent() && carried().allMatch(c -> c.frames().isEmpty());
    }

    /// The last target number of carriers.
    public Optional<Long> parallelism() {
        return history.value().map(h -> h.samples().getLast().parallelism());
    }
}
