package dev.loombench.diagnose;

import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.jvm.InspectedJvm.Listed;
import dev.loombench.observe.jvm.ListingCrash;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.threads.ListedThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Lists all threads of a JVM at three moments, virtual ones too, so that those that make no
/// progress are seen; not where that may crash the JVM and is not requested.
///
/// A list costs the JVM time for each thread: where there are many, they are listed before and
/// after the observation alone, whose moments a long list would delay. They are listed once, at the
/// end, where there are no virtual ones, and in a time in which a call may not return.
final class ListSampler {
    private static final String MAY_CRASH =
            "this JDK may crash while it lists virtual threads (JDK-8364343); --list-threads lists them anyway";

    private static final String LISTED_ONCE =
            "one list does not show whether a wait lasts; --for 10s or more lists them again";

    /// The first JDK whose list has states and locks.
    private static final int FIRST_WITH_LOCKS = 25;

    /// Virtual threads up to which they are listed again.
    private static final int FEW = 1_000;

    private final Lister lister;
    private final boolean isUnsafe;
    private final boolean mayCrash;
    private final boolean showsLocks;
    private final boolean repeats;
    private final List<Listed> lists = new ArrayList<>();

    /// A JVM that lists all its threads.
    @FunctionalInterface
    interface Lister {
        Listed list() throws IOException;
    }

    ListSampler(
            Inspection.Request request,
            Lister lister,
            JvmIdentity identity,
            boolean usesVirtualThreads) {
        this.lister = lister;
        showsLocks = identity.feature() >= FIRST_WITH_LOCKS;
        isUnsafe = ListingCrash.mayHappen(identity.feature()) && !request.listThreads();
        mayCrash = usesVirtualThreads && isUnsafe;
        repeats =
                usesVirtualThreads
                        && !mayCrash
                        && request.window().compareTo(ThreadHistory.SHORTEST) >= 0;
    }

    /// Lists them before the observation.
    void begin() throws IOException {
        if (repeats) {
            lists.add(lister.list());
        }
    }

    /// Lists them in the middle of it.
    ///
    /// @param share of the time that has passed
    void sample(double share) throws IOException {
        if (repeats && lists.size() == 1 && share >= 0.5 && areFew()) {
            lists.add(lister.list());
        }
    }

    /// Lists them at the end.
    ///
    /// @param begun whether the JVM has run its first virtual thread meanwhile
    void end(boolean begun) throws IOException {
        if (mayCrash || (begun && isUnsafe)) {
            lists.add(
                    new Listed(
                            new Unavailable("attach", ThreadDump.SUBJECT, MAY_CRASH),
                            List.of(),
                            List.of()));
        } else {
            lists.add(lister.list());
        }
    }

    /// Whether the last list was made, and is short.
    private boolean areFew() {
        return lists.getLast().list() instanceof ThreadDump dump && dump.virtual() <= FEW;
    }

    /// The last list that was made.
    Part<ThreadDump> threads() {
        for (var listed : lists.reversed()) {
            if (listed.list() instanceof ThreadDump dump) {
                return Part.of(dump);
            }
        }
        return lists.getLast().list() instanceof Unavailable missing
                ? Part.missing(missing.reason())
                : Part.missing("no list of threads");
    }

    /// Why the lists do not show for what virtual threads wait, and for how long; empty where they
    /// do.
    Optional<String> unseenWaits() {
        if (!showsLocks) {
            return Optional.of(
                    "a list of JDK 21 to 24 shows in which calls they wait, and no locks; that of JDK %d or later shows locks too"
                            .formatted(FIRST_WITH_LOCKS));
        }
        return made().count() < 2 ? Optional.of(LISTED_ONCE) : Optional.empty();
    }

    /// The threads that are known to hold or await a lock, in each list that was made.
    List<List<ListedThread>> locks() {
        return made().map(Listed::locks).toList();
    }

    private Stream<Listed> made() {
        return lists.stream().filter(listed -> listed.list() instanceof ThreadDump);
    }

    /// The virtual threads that may wait, in each list; none where virtual threads were not listed,
    /// or not over a time that shows their progress.
    List<List<ListedThread>> waiting() {
        return repeats ? made().map(Listed::waiting).toList() : List.of();
    }
}
