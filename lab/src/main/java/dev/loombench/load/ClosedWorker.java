package dev.loombench.load;

import dev.loombench.result.ErrorKind;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import java.util.Arrays;

/// The closed model: each connection is a user who sends, awaits the answer, thinks, and sends
/// again.
///
/// A user whose connection is closed opens it when the next request is due, and the time that takes
/// is part of the response time, as it is for the user. After a failure the user pauses first.
///
/// User g, from 0, is there while the course is at g + 1 or above. Who finds that his time is up
/// leaves, at once when thinking and else after the answer, and closes his connection; he comes
/// back when the course does.
final class ClosedWorker extends LoadWorker {
    /// Users begin this far apart, or over a second in all, so that they do not move in waves.
    private static final long START_GAP_NANOS = 10_000_000;

    private static final long START_SPREAD_NANOS = 1_000_000_000;

    private final long startNanos;
    private final WorkerShard part;
    private final LoadProfile course;
    private final int warmUpUsers;
    private final int allUsers;
    private final ThinkTimes pauses;

    /// When each user leaves, on the clock; `NEVER` after the start where nothing says.
    private final long[] leaves;

    /// When the course began, once the window has opened.
    private long origin;

    private boolean opened;

    /// @param share has as many connections as are this loop's of the highest number of users
    ClosedWorker(WorkerConfig share, LoadModel.Closed model, long seed) {
        super(share);
        startNanos = share.startNanos();
        part = share.part();
        course = model.users();
        warmUpUsers = (int) Math.floor(course.warmUpLevel());
        allUsers = model.connections();
        pauses = new ThinkTimes(model.thinkTime(), seed, part, connections());
        leaves = new long[connections()];
        Arrays.fill(leaves, startNanos + LoadProfile.NEVER);
    }

    @Override
    void begin() {
        long gap = Math.min(START_GAP_NANOS, START_SPREAD_NANOS / allUsers);
        for (int i = 0; i < connections(); i++) {
            if (part.global(i) < warmUpUsers) {
                arm(connection(i), startNanos + part.global(i) * gap);
            }
        }
    }

    /// From here on the course says who is there.
    @Override
    void windowOpens(long at) {
        boolean first = !opened;
        origin = at;
        opened = true;
        for (int i = 0; i < connections(); i++) {
            boolean wasThere = first ? part.global(i) < warmUpUsers : leaves[i] - at > 0;
            long comes = course.reaches(level(i), 0);
            leaves[i] = comes == 0 ? at + course.fallsBelow(level(i), 0) : at;
            if (connection(i).carries) {
                continue; // the answer will tell
            }
            if (comes == 0 && !(wasThere && isArmed(connection(i)))) {
                arm(connection(i), at);
            } else if (comes > 0) {
                arm(connection(i), wasThere ? at : at + comes);
            }
        }
    }

    @Override
    void due(Connection connection, long deadline, long now) {
        if (opened && deadline - origin >= 0 && leaves[connection.id] - deadline <= 0) {
            comeOrGo(connection, deadline, now);
        } else {
            ask(connection, deadline, now);
        }
    }

    /// The user's time was up, or he was away: asks if the course has him there, else leaves until
    /// it will.
    private void comeOrGo(Connection connection, long deadline, long now) {
        long since = deadline - origin;
        long comes = course.reaches(level(connection.id), since);
        if (comes == since) {
            leaves[connection.id] = origin + course.fallsBelow(level(connection.id), since);
            ask(connection, deadline, now);
            return;
        }
        leave(connection);
        if (comes < LoadProfile.NEVER) {
            arm(connection, origin + comes);
        }
    }

    private double level(int user) {
        return part.global(user) + 1;
    }

    @Override
    void ready(Connection connection, long now) {
        send(connection, now);
    }

    @Override
    void answered(Connection connection, long now) {
        next(connection, now + pauses.next(connection.id), now);
    }

    @Override
    void failed(Connection connection, ErrorKind fault, boolean asked, long now) {
        long pause = Math.max(pauses.next(connection.id), connection.pauseNanos());
        next(connection, now + pause, now);
    }

    /// The user wants to ask next at a time, or leaves before.
    private void next(Connection connection, long wanted, long now) {
        long when = Math.min(wanted - now, Math.max(0, leaves[connection.id] - now)) + now;
        if (when == now) {
            due(connection, now, now);
        } else {
            arm(connection, when);
        }
    }

    @Override
    void lostIdle(Connection connection, long now) {
        // The user is thinking, and notices when the next request is due.
    }

    private void ask(Connection connection, long intended, long now) {
        if (ledger().sentAll()) {
            return;
        }
        carry(connection, intended, now);
    }

    @Override
    void dispatch(long now) {}

    @Override
    long untilDispatch(long now) {
        return Long.MAX_VALUE;
    }

    @Override
    boolean allBegunBefore(long when) {
        return timersPassed(when);
    }
}
