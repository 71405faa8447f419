package dev.loombench.diagnose.evidence;

import dev.loombench.observe.result.Observation.Pinned;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the carriers of virtual threads did.
///
/// @param used whether the JVM has run virtual threads; where it has not, the rest is missing
/// @param history their times by the kernel's account, and the scheduler's queue
/// @param exact whether these include the time in the run queue, as those in files do not
/// @param stacks the virtual threads that they carried at a few moments, in order of time
/// @param pinned waits that kept a carrier, as the JVM recorded them
/// @param held the carriers by the states of their virtual threads, where a list of all threads has
///   them
public record CarrierEvidence(
        boolean used,
        Part<CarrierHistory> history,
        boolean exact,
        Part<List<CarrierStacks>> stacks,
        Part<Pinned> pinned,
        Optional<HeldCarriers> held) {

    /// What was observed of a live JVM.
    public CarrierEvidence(
            Part<CarrierHistory> history, Part<List<CarrierStacks>> stacks, Part<Pinned> pinned) {
        this(true, history, true, stacks, pinned, Optional.empty());
    }

    /// That of a JVM without virtual threads.
    ///
    /// @param reason in words that follow a colon
    public static CarrierEvidence none(String reason) {
        return new CarrierEvidence(
                false,
                Part.missing(reason),
                true,
                Part.missing(reason),
                Part.missing(reason),
                Optional.empty());
    }

    CarrierEvidence with(Optional<HeldCarriers> other) {
        return new CarrierEvidence(used, history, exact, stacks, pinned, other);
    }

    CarrierEvidence withoutTimes(String reason) {
        return new CarrierEvidence(used, Part.missing(reason), exact, stacks, pinned, held);
    }

    /// The virtual threads seen on carriers, at all moments.
    public Stream<CarrierStacks.Carried> carried() {
        return stacks.value().stream().flatMap(List::stream).flatMap(s -> s.carried().stream());
    }

    /// Whether there were carriers at any moment.
    boolean exist() {
        return carried().findAny().isPresent()
                || history.value().stream()
                        .flatMap(h -> h.samples().stream())
                        .anyMatch(sample -> sample.carriers() > 0);
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
