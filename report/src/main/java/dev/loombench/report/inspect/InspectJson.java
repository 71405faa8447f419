package dev.loombench.report.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Target.ReadFile;
import dev.loombench.export.CsvRows;
import dev.loombench.observe.result.Library;
import dev.loombench.report.inspect.EvidenceJson.ActivityJson;
import dev.loombench.report.inspect.EvidenceJson.CarriersJson;
import dev.loombench.report.inspect.EvidenceJson.CollectionsJson;
import dev.loombench.report.inspect.EvidenceJson.ContainerJson;
import dev.loombench.report.inspect.EvidenceJson.MemoryJson;
import dev.loombench.report.inspect.EvidenceJson.PoolJson;
import dev.loombench.report.inspect.EvidenceJson.ThreadsJson;
import dev.loombench.report.json.CodeProfileJson;
import dev.loombench.report.json.FindingJson;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextOfInspection;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A diagnosis for other programs. Its keys are stable and documented in docs/inspect/output.md.
/// Missing evidence is null, with its reason under `notObserved`. Secrets of the command line are
/// masked.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param pid null where files do not show it
/// @param files that show it; empty for a live process
/// @param seconds time of the observation
/// @param ageSeconds of the JVM when it was first seen
/// @param findings most important first
/// @param knownDefects those that apply and were not seen
/// @param notObserved subject -> reason
/// @param next the command that follows
/// @param code the most costly frames; left out without `--profile`
record InspectJson(
        int format,
        OptionalLong pid,
        String program,
        JdkJson jdk,
        List<ReadFile> files,
        double seconds,
        OptionalDouble ageSeconds,
        List<FindingJson> findings,
        List<DefectJson> knownDefects,
        Optional<ActivityJson> activity,
        Optional<CarriersJson> carriers,
        Optional<ThreadsJson> threads,
        Optional<List<PoolJson>> pools,
        Optional<ContainerJson> container,
        Optional<CollectionsJson> collections,
        MemoryJson memory,
        Optional<List<Library>> libraries,
        Map<String, String> notObserved,
        List<NextCommand> next,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
                List<CodeProfileJson> code) {
    private static final int FORMAT = 1;

    record JdkJson(Optional<String> version, String vendor) {}

    record DefectJson(String id, String subject, String message, String remedy, String source) {
        static DefectJson of(Applicable applicable) {
            var defect = applicable.defect();
            return new DefectJson(
                    defect.id(),
                    applicable.subject(),
                    defect.what(),
                    defect.remedy(),
                    defect.source());
        }
    }

    static InspectJson of(Diagnosis diagnosis) {
        return of(diagnosis, InspectedCode.NONE);
    }

    static InspectJson of(Diagnosis diagnosis, InspectedCode code) {
        var evidence = diagnosis.evidence();
        var unmasked =
                new InspectJson(
                        FORMAT,
                        diagnosis.target().pid(),
                        diagnosis.target().program(),
                        new JdkJson(evidence.jvm().release(), evidence.jvm().vendor()),
                        diagnosis.target().files(),
                        evidence.window().toMillis() / 1e3,
                        diagnosis
                                .target()
                                .age()
                                .map(age -> OptionalDouble.of(age.toMillis() / 1e3))
                                .orElse(OptionalDouble.empty()),
                        diagnosis.findings().stream().map(FindingJson::of).toList(),
                        diagnosis.defects().stream().map(DefectJson::of).toList(),
                        evidence.printed().value().map(h -> ActivityJson.of(h, evidence)),
                        CarriersJson.of(evidence.carriers()),
                        evidence.threads().value().map(ThreadsJson::of),
                        Optional.of(
                                        evidence.pools().all().stream()
                                                .map(pool -> PoolJson.of(pool, evidence))
                                                .toList())
                                .filter(all ->
                                        !all.isEmpty()
                                                || evidence.pools()
                                                        .published()
                                                        .value()
                                                        .isPresent()),
                        evidence.container().value().map(c -> ContainerJson.of(c, evidence.jvm())),
                        evidence.memory().collections().value().map(CollectionsJson::of),
                        MemoryJson.of(evidence.memory()),
                        evidence.application().libraries().value(),
                        code.missing(evidence.missing()),
                        List.of(NextOfInspection.of(diagnosis, code.isProfiled())),
                        code.json());
        var target = diagnosis.target();
        var mask = target.mask();
        return RecordJson.withTexts(
                unmasked, InspectJson.class, text -> mask.of(target.withPid(text)));
    }

    /// A row per finding.
    CsvRows rows() {
        return CsvRows.of(FindingJson.class, findings);
    }
}
