package dev.loombench.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityFit;
import dev.loombench.analysis.capacity.ProcessSearch;
import java.util.ArrayList;
import java.util.List;

/// The processes that confirmed the capacity of a variant, and what their windows show together.
final class ConfirmedProcesses {
    private final List<Confirmed> all = new ArrayList<>();

    /// @param found whether rates on both sides of its capacity were measured
    /// @param generatorLimited whether the load generator is the reason that none was violated
    /// @param answered the highest rate at which requests were answered, requests/s
    private record Confirmed(
            int block,
            boolean found,
            boolean generatorLimited,
            double answered,
            CapacityFit.ProcessWindows windows) {
        /// The rate within those that were measured and answered.
        double within(double rate) {
            return Math.min(answered, windows.within(rate));
        }
    }

    /// @param search that has ended, with at least one window
    /// @param answered the highest rate at which it answered, requests/s
    void add(int block, ProcessSearch search, double answered) {
        all.add(
                new Confirmed(
                        block,
                        search.found(),
                        search.generatorLimited(),
                        answered,
                        search.process()));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    int size() {
        return all.size();
    }

    List<CapacityFit.ProcessWindows> windows() {
        return all.stream().map(Confirmed::windows).toList();
    }

    /// The capacity by at least one process. What a process holds that the load generator limited
    /// is not known, so that the lowest rate of all processes is a limit.
    Capacity capacity() {
        var processes = ofProcesses();
        return all.stream().anyMatch(Confirmed::generatorLimited)
                ? new Capacity.AtLeast(
                        processes.stream()
                                .mapToDouble(Capacity.OfProcess::rate)
                                .min()
                                .orElseThrow(),
                        true)
                : Capacity.Estimated.of(processes, windows());
    }

    private List<Capacity.OfProcess> ofProcesses() {
        var rates = CapacityFit.capacities(windows());
        var found = new ArrayList<Capacity.OfProcess>();
        for (var process : all) {
            found.add(
                    new Capacity.OfProcess(
                            process.block(),
                            process.within(rates.get(found.size())),
                            process.found()));
        }
        return found;
    }
}
