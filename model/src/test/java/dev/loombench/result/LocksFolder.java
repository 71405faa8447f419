package dev.loombench.result;

import dev.loombench.result.store.ReproductionStore;
import dev.loombench.result.store.ResultError;
import dev.loombench.result.store.ResultStore;
import java.nio.file.Path;

/// A separate process that tries to open a run or reproduction for writing, and prints the result.
public final class LocksFolder {
    private LocksFolder() {}

    /// @param args the folder of a run, or of a reproduction
    public static void main(String[] args) {
        var folder = Path.of(args[0]);
        try {
            if (ResultStore.holdsRun(folder)) {
                ResultStore.open(folder).close();
            } else {
                ReproductionStore.open(folder).close();
            }
            System.out.println("opened");
        } catch (ResultError refused) {
            System.out.println(refused.getMessage());
        }
    }
}
