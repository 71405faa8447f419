package dev.loombench.launch.preset;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.stream.Stream;

/// A thread model that a framework's settings can choose.
public sealed interface ThreadModel {

    /// A pool of platform threads.
    ///
    /// @param size its most threads, at least 1
    record Pool(int size) implements ThreadModel {
        public Pool {
            if (size < 1) {
                throw new WrongInput("--models: a pool needs at least 1 thread, was " + size);
            }
        }
    }

    /// A virtual thread per request.
    record Virtual() implements ThreadModel {}

    /// Virtual threads, whose number of carriers the governor adapts.
    record Governed() implements ThreadModel {}

    /// The name of its variant, as in `pool-200`.
    default String variantName() {
        return switch (this) {
            case Pool(var size) -> "pool-" + size;
            case Virtual _ -> "virtual";
            case Governed _ -> "governed";
        };
    }

    /// The first JDK that has it.
    default int firstJdk() {
        return switch (this) {
            case Pool _ -> 0;
            case Virtual _ -> 21;
            case Governed _ -> 24;
        };
    }

    /// Reads `pool:200,virtual,governed`.
    ///
    /// @throws WrongInput when it is not such a list, or names a model twice
    static List<ThreadModel> listOf(String text) {
        var models = Stream.of(text.split(",", -1)).map(ThreadModel::of).toList();
        if (models.stream().distinct().count() < models.size()) {
            throw new WrongInput("--models names a model twice: " + TextSanitizer.quoted(text));
        }
        return models;
    }

    private static ThreadModel of(String text) {
        if (text.startsWith("pool:")) {
            return new Pool(size(text.substring("pool:".length())));
        }
        return switch (text) {
            case "virtual" -> new Virtual();
            case "governed" -> new Governed();
            default ->
                    throw new WrongInput(
                            "--models must be a list of pool:N, virtual and governed, was "
                                    + TextSanitizer.quoted(text));
        };
    }

    private static int size(String text) {
        try {
            return Units.count(text);
        } catch (WrongInput e) {
            throw new WrongInput("--models: the size of pool: " + e.getMessage());
        }
    }
}
