package dev.loombench.diagnose.rule;

import dev.loombench.analysis.concurrency.StackFrames;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The calls of the application on stacks.
final class AppCalls {
    private static final int SHOWN = 3;

    private AppCalls() {}

    /// The first call outside the JDK and the runtimes that execute requests, or else the topmost.
    static String of(List<String> frames) {
        var application = StackFrames.ofApplication(frames);
        return StackFrames.call((application.isEmpty() ? frames : application).getFirst());
    }

    /// The most frequent calls of some stacks, without empty ones.
    static List<String> mostFrequent(Collection<List<String>> stacks) {
        var counts =
                stacks.stream()
                        .filter(frames -> !frames.isEmpty())
                        .map(AppCalls::of)
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN)
                .map(Map.Entry::getKey)
                .toList();
    }
}
