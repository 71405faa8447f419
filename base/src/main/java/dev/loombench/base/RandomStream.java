package dev.loombench.base;

import java.util.SplittableRandom;

/// Independent random streams, all derived from the one seed that a run records.
///
/// Each stream has a purpose and an index, as in the think times of user 7. Its seed is a hash of
/// all three: `h0 = mix(seed)`, `h1 = mix(h0 * M + purpose)`, `h2 = mix(h1 * M + index)`, with
/// `mix` a bijection of 64 bits in which each bit of the input changes each bit of the output with
/// probability 1/2. Sums such as `seed + index` have a flaw that a hash has not: stream i + 1 of
/// seed s would be stream i of seed s + 1.
///
/// Source of `mix`: Stafford, *Better Bit Mixing* (2011), variant 13, as in Steele, Lea and Flood,
/// *Fast Splittable Pseudorandom Number Generators* (OOPSLA 2014).
public enum RandomStream {
    /// The seed of a block's trials; index: the block.
    BLOCK(1),
    /// The order of the variants in a run.
    TRIAL_ORDER(2),
    /// Arrivals of the measured window.
    ARRIVALS(3),
    /// Arrivals of the warm-up.
    WARM_UP_ARRIVALS(4),
    /// Think times; index: the user.
    THINK_TIMES(5),
    /// The choice among several requests; index: the worker.
    REQUEST_CHOICE(6),
    /// Random values within requests; index: the value, and of that stream the worker.
    REQUEST_VALUES(7),
    /// The order of the slices in an interleaved block; index: the block.
    SLICE_ORDER(8),
    /// Loads of a search for the capacity; index: the load.
    PROBES(9),
    /// The times of replayed arrivals within a second.
    REPLAYED_TIMES(10),
    /// Keys and masks of WebSocket; index: the worker of a process.
    WEBSOCKET_MASKS(11);

    /// Any odd number with bits in no pattern: 2^64 / golden ratio.
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final long number;

    RandomStream(long number) {
        this.number = number;
    }

    /// The stream of this purpose with index 0.
    public SplittableRandom random(long seed) {
        return random(seed, 0);
    }

    public SplittableRandom random(long seed, long index) {
        return new SplittableRandom(seed(seed, index));
    }

    /// The seed of a stream.
    ///
    /// @param seed recorded with the run
    /// @param index of the stream among those of this purpose
    public long seed(long seed, long index) {
        return mix(mix(mix(seed) * MULTIPLIER + number) * MULTIPLIER + index);
    }

    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
