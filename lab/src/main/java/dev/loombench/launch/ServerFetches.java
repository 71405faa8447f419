package dev.loombench.launch;

import dev.loombench.launch.repository.FetchedJars;
import dev.loombench.text.WrongInput;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The servers that a launcher has checked and fetched: each once, even if that fails.
final class ServerFetches {
    private final Set<FetchedJars> whole = new HashSet<>();
    private final Map<FetchedJars, String> failed = new HashMap<>();

    /// @param beginning runs before the first jar is fetched
    /// @throws WrongInput when one cannot be fetched, now or at an earlier call
    /// @see FetchedJars#fetch(Runnable)
    void fetch(FetchedJars jars, Runnable beginning) throws InterruptedException {
        var failure = failed.get(jars);
        if (failure != null) {
            throw new WrongInput(failure);
        }
        if (whole.contains(jars)) {
            return;
        }
        try {
            jars.fetch(beginning);
        } catch (WrongInput e) {
            failed.put(jars, e.getMessage());
            throw e;
        }
        whole.add(jars);
    }
}
