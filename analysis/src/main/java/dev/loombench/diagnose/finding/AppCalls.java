package dev.loombench.diagnose.finding;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.observe.result.StackGroup;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The calls of the application on stacks, with their lines.
public final class AppCalls {
    /// Between a call and its caller.
    public static final String CALLED_BY = " called by ";

    /// Calls that a finding shows of many.
    private static final int SHOWN = 3;

    private AppCalls() {}

    /// The first frame outside the JDK and the runtimes that execute requests, or else the topmost:
    /// `com.example.Shop.order(Shop.java:30)`. A lambda is named by the method that holds it.
    ///
    /// @param frames from the top, at least one
    public static String of(List<String> frames) {
        return StackFrames.withoutLambda(frame(frames));
    }

    /// The same frame as it is on the stack.
    public static String frame(List<String> frames) {
        var candidates = candidates(frames);
        var named = candidates.stream().filter(f -> !StackFrames.isGenerated(f)).toList();
        return Stream.concat(StackFrames.ofApplication(named).stream(), named.stream())
                .findFirst()
                .orElse(candidates.getFirst());
    }

    /// Without a call of the application, a runtime that waits for a backend is named.
    private static List<String> candidates(List<String> frames) {
        var application = StackFrames.ofApplication(frames);
        if (!application.isEmpty() || !StackFrames.awaitsBackend(frames)) {
            return application.isEmpty() ? frames : application;
        }
        var runtime = frames.stream().dropWhile(StackFrames::isOfJdk).toList();
        return runtime.isEmpty() ? frames : runtime;
    }

    /// The same call with the application's next one below it, as a library and a small method have
    /// many callers: `org.h2.Driver.read(Driver.java:9) called by
    /// com.example.Shop.order(Shop.java:30)`. A method that calls itself is not its own caller.
    public static String withCaller(List<String> frames) {
        var call = of(frames);
        var method = StackFrames.call(call);
        int below = frames.indexOf(frame(frames)) + 1;
        return own(frames.subList(below, frames.size()))
                .filter(caller -> !StackFrames.call(caller).equals(method))
                .findFirst()
                .map(caller -> call + CALLED_BY + caller)
                .orElse(call);
    }

    /// The application's next call below one of a stack, without its line.
    ///
    /// @param call as in `shop.Waits.sleep`
    public static Optional<String> callerOf(String call, List<String> frames) {
        var method = StackFrames.withoutLambda(call);
        return own(frames.stream().dropWhile(f -> !StackFrames.call(f).equals(call)).toList())
                .map(StackFrames::call)
                .filter(caller -> !caller.equals(method))
                .findFirst();
    }

    /// The call of some stacks that have the same one: with its caller where that is the same, too.
    ///
    /// @param stacks at least one, each with a frame
    public static String ofAll(Collection<List<String>> stacks) {
        var calls = stacks.stream().map(AppCalls::withCaller).distinct().toList();
        return calls.size() == 1 ? calls.getFirst() : of(stacks.iterator().next());
    }

    /// The first call outside the JDK, the runtimes that execute requests, and libraries.
    public static Optional<String> caller(List<String> frames) {
        return own(frames).findFirst();
    }

    private static Stream<String> own(List<String> frames) {
        return frames.stream()
                .filter(frame -> !StackFrames.isOfJdk(frame) && !Libraries.contains(frame))
                .filter(frame -> !StackFrames.isGenerated(frame))
                .map(StackFrames::withoutLambda);
    }

    /// The most frequent calls of some stacks, without empty ones, with their callers.
    public static List<String> mostFrequent(Collection<List<String>> stacks) {
        return byFrequency(stacks, AppCalls::withCaller).stream().limit(SHOWN).toList();
    }

    /// The same of listed threads.
    public static List<String> mostFrequentOf(Collection<StackGroup> groups) {
        return weighted(groups, frames -> Optional.of(withCaller(frames)));
    }

    /// The application's own calls of listed threads, the most frequent first; none of a stack that
    /// has only those of libraries.
    public static List<String> callers(Collection<StackGroup> groups) {
        return weighted(groups, AppCalls::caller);
    }

    private static List<String> weighted(
            Collection<StackGroup> groups, Function<List<String>, Optional<String>> name) {
        var counts = new HashMap<String, Long>();
        for (var group : groups) {
            if (!group.frames().isEmpty()) {
                name.apply(group.frames())
                        .ifPresent(call -> counts.merge(call, (long) group.count(), Long::sum));
            }
        }
        return sorted(counts).stream().limit(SHOWN).toList();
    }

    /// All calls of some stacks, without empty ones, the most frequent first.
    public static List<String> byFrequency(Collection<List<String>> stacks) {
        return byFrequency(stacks, AppCalls::of);
    }

    private static List<String> byFrequency(
            Collection<List<String>> stacks, Function<List<String>, String> name) {
        return sorted(
                stacks.stream()
                        .filter(frames -> !frames.isEmpty())
                        .map(name)
                        .collect(Collectors.groupingBy(call -> call, Collectors.counting())));
    }

    private static List<String> sorted(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
