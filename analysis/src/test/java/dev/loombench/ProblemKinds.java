package dev.loombench;

import dev.loombench.finding.Kind;
import dev.loombench.load.api.Problem;
import java.lang.reflect.RecordComponent;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The kinds of problems that the load generator finds by itself, with the names of their figures.
public final class ProblemKinds {
    private ProblemKinds() {}

    public static Map<Kind, List<String>> all() {
        var kinds = new TreeMap<Kind, List<String>>(Comparator.comparing(Kind::id));
        Stream.of(Problem.class.getPermittedSubclasses())
                .flatMap(group -> Stream.of(group.getPermittedSubclasses()))
                .forEach(problem -> kinds.put(kind(problem), figures(problem)));
        return kinds;
    }

    private static Kind kind(Class<?> problem) {
        try {
            return (Kind) problem.getField("KIND").get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> figures(Class<?> problem) {
        return Stream.of(problem.getRecordComponents()).map(RecordComponent::getName).toList();
    }
}
