package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleProfile;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.profile.CodeProfile;
import dev.loombench.observe.result.ProfiledCost;
import dev.loombench.report.html.FlameGraph.Names;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
    private static final Analysis ANALYSIS =
            Analysis.of(SampleRun.manifest(), SampleProfile.trials());

    private final Names names = new Names();

    /// 100 µs: 90 in the server and the handler, of which 30 in `total`; 10 in the collector.
    @Test
    void the_frames_are_in_depth_first_order_with_their_costs() {
        var graph = FlameGraph.of(virtual(), names, 100);
        assertThat(graph.title()).isEqualTo("CPU of tomcat virtual per request");
        assertThat(graph.unit()).isEqualTo("ns");
        assertThat(graph.frames()).extracting(List::getFirst).containsExactly(0, 1, 2, 3, 1);
        assertThat(graph.frames())
                .extracting(frame -> Math.round(frame.get(2).doubleValue() / 1_000))
                .containsExactly(100L, 90L, 90L, 30L, 10L);
        assertThat(names.all())
                .containsExactly(
                        "",
                        "org.server.Connector.serve",
                        "com.shop.Cart.handle",
                        "com.shop.Cart.total",
                        "G1ParTask::work");
    }

    @Test
    void the_narrowest_frames_are_left_out() {
        assertThat(FlameGraph.of(virtual(), names, 4).frames())
                .extracting(List::getFirst)
                .containsExactly(0, 1, 2, 3);
    }

    @Test
    void a_difference_marks_the_frames_that_differ() {
        var graphs = FlameGraphs.of(ANALYSIS.code());
        assertThat(graphs.titles())
                .containsExactly(
                        "CPU of tomcat virtual per request, compared with tomcat platform-pool 100",
                        "CPU of tomcat platform-pool 100 per request",
                        "CPU of tomcat virtual per request");
        assertThat(graphs.graphs().getFirst().marked())
                .containsOnlyKeys("com.shop.Cart.total")
                .containsValue("+20.0 µs [16.7 µs, 23.3 µs]");
        assertThat(graphs.graphs().getLast().marked()).isEmpty();
    }

    private static CodeProfile virtual() {
        return ANALYSIS.code().of(SampleRun.VIRTUAL, ProfiledCost.CPU).orElseThrow();
    }
}
