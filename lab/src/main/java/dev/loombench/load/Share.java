package dev.loombench.load;

/// A loop's part of the load.
///
/// @param toHead whether the request's method is HEAD
/// @param timeoutNanos from the intended send to the end of the answer
/// @param startNanos when the load begins, the same for all loops
/// @param part which of the loops it is
record Share(
        Transport transport,
        int connections,
        boolean toHead,
        long timeoutNanos,
        long startNanos,
        Part part) {}
