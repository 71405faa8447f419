package dev.loombench.report;

import dev.loombench.analysis.Inside;
import dev.loombench.analysis.ThreadsSeen;
import java.util.List;
import java.util.Optional;

/// What was seen inside a variant's servers, as data for other programs. What was not observed is
/// null.
record InsideDocument(Optional<Threads> threads) {

    /// At one moment under load, of the last trial.
    record Threads(int total, int platform, int carriers, int virtual, List<Place> places) {
        static Threads of(ThreadsSeen seen) {
            return new Threads(
                    seen.total(),
                    seen.platform(),
                    seen.carriers(),
                    seen.virtual(),
                    seen.places().stream()
                            .map(p -> new Place(InsideText.kind(p), p.count(), p.where(), p.path()))
                            .toList());
        }
    }

    /// @param kind `platform`, `carrier` or `virtual`
    record Place(String kind, int count, String where, String path) {}

    static InsideDocument of(Inside inside) {
        return new InsideDocument(inside.threads().map(Threads::of));
    }
}
