package dev.loombench.run;

import dev.loombench.run.machine.MachineUse;
import dev.loombench.run.machine.ReservedMachine;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// The use of the machine of the servers by all runs of one command, so that no other run comes
/// between them.
final class MachineReservation implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(1);

    private final ReservedMachine machine;
    private final OtherRun otherRun;
    private final Consumer<RunEvent> listener;
    private final Sleep sleep;
    private Optional<MachineUse> use = Optional.empty();

    /// A wait.
    interface Sleep {
        void sleep(Duration time) throws InterruptedException;
    }

    /// @param listener receives what a user should know of other runs
    MachineReservation(
            ReservedMachine machine, OtherRun otherRun, Consumer<RunEvent> listener, Sleep sleep) {
        this.machine = machine;
        this.otherRun = otherRun;
        this.listener = listener;
        this.sleep = sleep;
    }

    /// Reserves the machine until it is closed, unless it is reserved already.
    ///
    /// @return the use, which is exclusive unless both are to measure at the same time
    /// @throws WrongInput when another run measures there, and that is to end this one
    MachineUse take() throws InterruptedException {
        if (use.isPresent() && use.get().exclusive()) {
            return use.get();
        }
        var taken = retake();
        taken.problem().ifPresent(why -> listener.accept(new RunEvent.OthersUnknown(why)));
        if (taken.exclusive()) {
            return taken;
        }
        return switch (otherRun) {
            case REFUSE -> {
                close();
                throw new WrongInput(
                        "%s, and two at once disturb each other; nothing was started%n  --wait starts when the other has ended; --no-wait starts now, and the result is invalid"
                                .formatted(other(taken)));
            }
            case WAIT -> whenItEnds(other(taken));
            case MEASURE -> taken;
        };
    }

    /// `another run (process 4711) is measuring on this machine`.
    private String other(MachineUse taken) {
        var process = taken.otherProcess();
        return "another run%s is measuring on %s"
                .formatted(
                        process.isPresent() ? " (process %d)".formatted(process.getAsLong()) : "",
                        machine.place());
    }

    private MachineUse whenItEnds(String other) throws InterruptedException {
        for (int polls = 0; ; polls++) {
            close();
            listener.accept(new RunEvent.Waiting(other, POLL.multipliedBy(polls)));
            sleep.sleep(POLL);
            var taken = retake();
            if (taken.exclusive()) {
                return taken;
            }
        }
    }

    private MachineUse retake() throws InterruptedException {
        close();
        var taken = machine.use();
        use = Optional.of(taken);
        return taken;
    }

    @Override
    public void close() {
        use.ifPresent(MachineUse::close);
        use = Optional.empty();
    }
}
