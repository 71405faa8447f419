package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.ObservedProcess;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Events;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.Profile;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.observe.result.Observation.ThreadCpu;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcNetTablesTest {
    @Test
    void a_column_is_found_by_the_name_above_it() {
        var netstat =
                """
                TcpExt: SyncookiesSent ListenOverflows ListenDrops
                TcpExt: 0 12 13
                IpExt: InNoRoutes ListenOverflows
                IpExt: 1 2
                """;
        assertThat(ProcNetTables.column(netstat, "TcpExt", "ListenOverflows")).hasValue(12);
        assertThat(ProcNetTables.column(netstat, "IpExt", "ListenOverflows")).hasValue(2);
        assertThat(ProcNetTables.column(netstat, "TcpExt", "Absent")).isEmpty();
        assertThat(ProcNetTables.column(netstat, "Tcp", "ListenOverflows")).isEmpty();
    }

    @Test
    void pressure_is_the_total_of_the_line_some() {
        var pressure =
                """
                some avg10=0.00 avg60=0.00 avg300=0.00 total=250
                full avg10=0.00 avg60=0.00 avg300=0.00 total=9
                """;
        assertThat(ProcNetTables.stalledNanos(pressure)).hasValue(250_000);
        assertThat(ProcNetTables.stalledNanos("")).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void this_kernel_reports_each_metric_or_the_reason() {
        try (var session = new MemoryAndTcpObserver().start(new ObservedProcess(1, Path.of(".")))) {
            var observations = session.read();
            assertThat(observations).hasSize(4);
            assertThat(observations)
                    .filteredOn(
                            o -> o instanceof Series s && s.metric() == MetricId.NET_RETRANSMITS)
                    .hasSize(1);
            assertThat(observations)
                    .allMatch(o ->
                            switch (o) {
                                case Series s -> s.points().getFirst().value() >= 0;
                                case Unavailable u -> !u.reason().isBlank();
                                case Events _,
                                        ThreadCpu _,
                                        ThreadDump _,
                                        Pinned _,
                                        Pool _,
                                        Profile _,
                                        Libraries _ ->
                                        false;
                            });
        }
    }
}
