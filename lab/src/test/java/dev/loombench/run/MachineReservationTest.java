package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.machine.ReservedMachine;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A machine on which another run measures for some seconds of a test's own clock.
class MachineReservationTest {
    private static final String OTHER = "another run (process 4711) is measuring on a machine";

    private final List<RunEvent> events = new ArrayList<>();
    private final BusyMachine machine = new BusyMachine();

    private MachineReservation reservation(OtherRun otherRun) {
        return new MachineReservation(machine, otherRun, events::add, machine::pass);
    }

    @Test
    void a_free_machine_is_reserved_once_until_the_end() throws InterruptedException {
        for (var otherRun : OtherRun.values()) {
            try (var reservation = reservation(otherRun)) {
                var first = reservation.take();
                assertThat(first.exclusive()).isTrue();
                assertThat(reservation.take()).isSameAs(first);
                assertThat(machine.held).as("while it is reserved").isEqualTo(1);
            }
            assertThat(machine.held).as("at the end").isZero();
        }
        assertThat(events).isEmpty();
    }

    @Test
    void beside_another_run_nothing_starts_and_the_options_are_named() throws InterruptedException {
        machine.busySeconds = 3;
        try (var reservation = reservation(OtherRun.REFUSE)) {
            assertThatExceptionOfType(WrongInput.class)
                    .isThrownBy(reservation::take)
                    .withMessageContaining(OTHER)
                    .withMessageContaining("nothing was started")
                    .withMessageContaining("--wait")
                    .withMessageContaining("--no-wait");
            assertThat(machine.held).isZero();
            machine.pass(Duration.ofSeconds(3));
            assertThat(reservation.take().exclusive()).as("later").isTrue();
        }
    }

    @Test
    void a_run_that_waits_starts_when_the_other_has_ended_and_says_for_how_long()
            throws InterruptedException {
        machine.busySeconds = 3;
        try (var reservation = reservation(OtherRun.WAIT)) {
            assertThat(reservation.take().exclusive()).isTrue();
        }
        assertThat(machine.seconds).isEqualTo(3);
        assertThat(machine.held).isZero();
        assertThat(events)
                .containsExactly(
                        new RunEvent.Waiting(OTHER, Duration.ZERO),
                        new RunEvent.Waiting(OTHER, Duration.ofSeconds(1)),
                        new RunEvent.Waiting(OTHER, Duration.ofSeconds(2)));
    }

    @Test
    void runs_at_the_same_time_are_alone_once_the_other_has_ended() throws InterruptedException {
        machine.busySeconds = 3;
        try (var reservation = reservation(OtherRun.MEASURE)) {
            assertThat(reservation.take().exclusive()).isFalse();
            assertThat(machine.seconds).as("without a wait").isZero();
            machine.pass(Duration.ofSeconds(3));
            assertThat(reservation.take().exclusive()).isTrue();
        }
        assertThat(machine.held).isZero();
    }

    @Test
    void where_others_are_unknown_it_is_said_once() throws InterruptedException {
        machine.problem = Optional.of("no folder");
        try (var reservation = reservation(OtherRun.REFUSE)) {
            reservation.take();
            reservation.take();
        }
        assertThat(events).containsExactly(new RunEvent.OthersUnknown("no folder"));
    }

    /// Counts its uses.
    private static final class BusyMachine implements ReservedMachine {
        private long seconds;
        private long busySeconds;
        private int held;
        private Optional<String> problem = Optional.empty();

        void pass(Duration time) {
            seconds += time.toSeconds();
        }

        @Override
        public String place() {
            return "a machine";
        }

        @Override
        public MachineUse use() {
            boolean free = seconds >= busySeconds;
            held++;
            return new MachineUse() {
                @Override
                public boolean exclusive() {
                    return free;
                }

                @Override
                public OptionalLong otherProcess() {
                    return free ? OptionalLong.empty() : OptionalLong.of(4711);
                }

                @Override
                public Optional<String> problem() {
                    return problem;
                }

                @Override
                public void close() {
                    held--;
                }
            };
        }
    }
}
