package dev.loombench.cli.inspect;

import dev.loombench.analysis.defect.KnownDefect;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.analysis.machine.MachineDiagnostics;
import dev.loombench.analysis.machine.MachineDiagnostics.Check;
import dev.loombench.analysis.machine.MachineDiagnostics.State;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.jdk.Jdks.Installed;
import dev.loombench.observe.result.JavaRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The known defects of the JDKs of this machine, as checks of `loombench doctor`.
public final class JdkDefectChecks {
    private JdkDefectChecks() {}

    /// The diagnostics with a note per defect that a JDK has.
    public static MachineDiagnostics addTo(MachineDiagnostics diagnostics) {
        var checks = new ArrayList<>(diagnostics.checks());
        checks.addAll(of(Jdks.ofThisMachine().installed(), KnownDefects.load()));
        return new MachineDiagnostics(checks);
    }

    static List<Check> of(List<Installed> jdks, KnownDefects table) {
        return table.rows().stream()
                .filter(KnownDefect::isOfJdk)
                .flatMap(defect -> {
                    var affected =
                            jdks.stream()
                                    .filter(jdk -> defect.affects(runtime(jdk)))
                                    .map(Installed::describe)
                                    .collect(Collectors.joining(", "));
                    return affected.isEmpty()
                            ? Optional.<Check>empty().stream()
                            : Optional.of(check(defect, affected)).stream();
                })
                .toList();
    }

    private static JavaRuntime runtime(Installed jdk) {
        var release =
                jdk.version().version().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining("."));
        return new JavaRuntime(release, jdk.vm(), jdk.vendor(), JavaRuntime.platformHere());
    }

    private static Check check(KnownDefect defect, String affected) {
        return new Check(
                defect.id(),
                affected,
                "virtual threads with a known defect: " + defect.what(),
                Optional.empty(),
                State.WARN,
                Optional.of(defect.remedy() + " (" + defect.source() + ")"));
    }
}
