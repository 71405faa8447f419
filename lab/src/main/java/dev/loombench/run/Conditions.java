package dev.loombench.run;

import dev.loombench.base.JvmVariables;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.ProcessorSettings;
import dev.loombench.result.RunManifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The conditions that comparable trials have in common: machine, kernel, JDKs and builds of all
/// programs.
public record Conditions(
        Environment environment, Map<String, String> jdks, Map<String, String> builds) {

    static Conditions of(RunManifest manifest) {
        return new Conditions(manifest.environment(), manifest.jdks(), manifest.builds());
    }

    /// @return one sentence per difference; empty when there is none
    List<String> differencesTo(Conditions now) {
        var differences = new ArrayList<String>();
        var then = environment;
        compare("processor", then.cpu(), now.environment.cpu(), differences);
        compare("cores", then.cores(), now.environment.cores(), differences);
        compare(
                "memory in MiB",
                then.memoryBytes() >> 20,
                now.environment.memoryBytes() >> 20,
                differences);
        compare("system and kernel", then.system(), now.environment.system(), differences);
        compareSettings(then.processor(), now.environment.processor(), differences);
        compare("JDK of the lab", then.jdk(), now.environment.jdk(), differences);
        for (var variant : keys(jdks, now.jdks)) {
            compare("JDK of " + variant, jdks.get(variant), now.jdks.get(variant), differences);
        }
        for (var program : keys(builds, now.builds)) {
            if (!Objects.equals(builds.get(program), now.builds.get(program))) {
                differences.add(program + ": " + change(program));
            }
        }
        return differences;
    }

    private static String change(String program) {
        if (program.startsWith(RunningServices.PROCESS_OF)) {
            return "it is another one";
        }
        return program.startsWith(JvmVariables.IDENTITY)
                ? "it has another value, or is set in one of the two only"
                : "it was rebuilt or replaced";
    }

    private static void compareSettings(
            ProcessorSettings then, ProcessorSettings now, List<String> differences) {
        compare("clock rate governor", text(then.governor()), text(now.governor()), differences);
        compare("turbo", text(then.turbo()), text(now.turbo()), differences);
        compare("SMT", text(then.smt()), text(now.smt()), differences);
        compare(
                "CPU quota in processors",
                text(then.quotaCores().stream().boxed().findFirst()),
                text(now.quotaCores().stream().boxed().findFirst()),
                differences);
    }

    private static String text(Optional<?> setting) {
        return setting.map(Object::toString).orElse("unknown or none");
    }

    private static TreeSet<String> keys(Map<String, String> then, Map<String, String> now) {
        var keys = new TreeSet<>(then.keySet());
        keys.addAll(now.keySet());
        return keys;
    }

    private static void compare(
            String what, @Nullable Object then, @Nullable Object now, List<String> differences) {
        if (!Objects.equals(then, now)) {
            differences.add("%s: was %s, is %s".formatted(what, orUnknown(then), orUnknown(now)));
        }
    }

    private static Object orUnknown(@Nullable Object value) {
        return value == null ? "unknown" : value;
    }
}
