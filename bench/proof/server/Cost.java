/// What a request of a [TruthServer] does, alone or with other costs.
@FunctionalInterface
interface Cost {
    /// Waits, keeps memory or leaves work for other threads.
    ///
    /// @return CPU time that the thread of the request is to spend in addition, ns
    long spend() throws InterruptedException;
}
