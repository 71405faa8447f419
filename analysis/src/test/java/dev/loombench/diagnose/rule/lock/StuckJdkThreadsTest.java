package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Threads of the JDK in a call of the application.
class StuckJdkThreadsTest {
    private static final String CLICK = "com.example.Window.click(Window.java:7)";

    /// As in a dialog.
    @ParameterizedTest
    @CsvSource({
        "AWT-EventQueue-0, java.awt.EventQueue.getNextEvent",
        "JavaFX Application Thread, com.sun.glass.ui.gtk.GtkApplication.enterNestedEventLoopImpl",
        "JavaFX Application Thread, com.sun.glass.ui.gtk.GtkCommonDialogs._showFileChooser"
    })
    void a_handler_that_hangs_is_named_and_not_one_that_waits_for_events(String name, String next) {
        var latch = "java.util.concurrent.CountDownLatch.await(C.java:1)";
        var finding = only(Prints.four(Prints.thread(name, 31, 1, PARKED, PARK, latch, CLICK)));
        assertThat(finding.id()).isEqualTo(NoProgress.ID);
        assertThat(finding.figures()).isEqualTo(new NoProgress.Figures(1, 1, 30));
        assertThat(finding.frames()).containsExactly(CLICK);
        var event = next + "(N.java:1)";
        assertThat(findings(Prints.four(Prints.thread(name, 31, 1, PARKED, PARK, event, CLICK))))
                .isEmpty();
    }
}
