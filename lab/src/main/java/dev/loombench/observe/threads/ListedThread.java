package dev.loombench.observe.threads;

import java.lang.Thread.State;
import java.util.Optional;

/// A thread of a list of all threads, virtual ones without a carrier too, that holds or awaits a
/// monitor (JDK 25).
///
/// Threads are listed one after another, so what two of them do was not at one moment.
///
/// @param number `Thread.threadId()`
/// @param stack with at least one frame, without locks of `java.util.concurrent`, whose owners the
///   list does not name
public record ListedThread(
        String name, long number, boolean virtual, Optional<State> state, PrintedStack stack) {}
