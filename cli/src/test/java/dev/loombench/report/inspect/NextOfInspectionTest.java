package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.SampleThreads;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.report.next.NextOfInspection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The command that follows the inspection of process 4711.
class NextOfInspectionTest {
    private static String next(SampleEvidence sample) {
        return next(sample, false);
    }

    private static String next(SampleEvidence sample, boolean profiled) {
        return NextOfInspection.of(InspectTextTest.diagnosis(sample), profiled).command();
    }

    @Test
    void an_idle_service_whose_virtual_threads_wait_gets_no_load() {
        var idle = Prints.four(Prints.thread("main", 1, 1, "WAITING (parking)", "Shop.main(S:5)"));
        var waits = SampleThreads.dump(9, "com.example.Shop.get(Shop.java:4)");
        assertThat(next(new SampleEvidence().printed(idle).threads(waits)))
                .isEqualTo("loombench inspect --verbose --list-threads 4711");
    }

    private static SampleEvidence idle(UnreadConnections connections) {
        var idle = Prints.thread("main", 1, 1, "WAITING (parking)", "Shop.main(S:5)");
        return new SampleEvidence()
                .printed(Prints.history(Optional.of(connections), idle, idle, idle, idle));
    }

    @Test
    void an_idle_process_that_listens_on_no_port_gets_no_load() {
        assertThat(next(idle(new UnreadConnections(List.of(), 0, 0))))
                .startsWith("loombench inspect --verbose ");
        assertThat(next(idle(Prints.connections(0, 0, 0))))
                .isEqualTo("loombench load --pid 4711 URL");
    }

    /// No load shows anything of a service that hangs; JDK 26 lists its virtual threads.
    @Test
    void a_hang_leads_to_stacks_that_are_kept() {
        var print =
                SampleThreads.blocked("a", 31, "0x2", "0x1")
                        + SampleThreads.blocked("b", 32, "0x1", "0x2");
        var deadlock = new SampleEvidence().printed(Prints.four(print));
        assertThat(next(deadlock)).isEqualTo("jcmd 4711 Thread.print > threads-4711.txt");
        assertThat(next(deadlock.version("26")))
                .isEqualTo("jcmd 4711 Thread.dump_to_file -format=json /tmp/threads-4711.json");
        assertThat(next(deadlock.version("26").withoutVirtual()))
                .isEqualTo("jcmd 4711 Thread.print > threads-4711.txt");
    }

    /// Three threads wait for programs, which is a note: nothing is to be started again.
    @Test
    void a_wait_by_intention_is_no_hang() {
        var films =
                SampleThreads.threads(
                        "films-",
                        3,
                        "WAITING (on object monitor)",
                        "java.lang.ProcessImpl.waitFor(java.base@25.0.4/P.java:434)",
                        "com.example.Films.convert(Films.java:9)");
        assertThat(next(new SampleEvidence().printed(Prints.four(films))))
                .startsWith("loombench inspect --verbose ");
    }

    /// What it costs then would be the compilation of its code.
    @Test
    void a_service_that_has_just_started_is_inspected_again() {
        var healthy = InspectTextTest.diagnosis(new SampleEvidence());
        var target = healthy.target().aged(Optional.of(Duration.ofSeconds(8)));
        var young = new Diagnosis(target, healthy.evidence(), List.of(), List.of());
        assertThat(NextOfInspection.of(young, false).command()).isEqualTo("loombench inspect 4711");
    }

    @Test
    void code_that_computes_leads_to_its_profile() {
        var busy =
                new SampleEvidence()
                        .history(SampleEvidence.history(2, 46, 0.9, 0.1))
                        .stacks(SampleEvidence.passing("com.example.Shop.order(Shop.java:30)"));
        assertThat(next(busy)).isEqualTo("loombench inspect --profile 4711");
        assertThat(next(busy, true)).isEqualTo("loombench inspect --verbose --list-threads 4711");
    }
}
