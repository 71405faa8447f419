package dev.loombench.load.worker;

import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import java.util.Arrays;

/// The closed model: each connection is a user that sends a request, awaits the response, thinks,
/// and repeats.
///
/// A user whose connection was closed reopens it for the next request, and that time is part of the
/// response time, as it is for a real user. After a failure the user pauses first.
///
/// User g, from 0, is active while the load profile is at g + 1 or above. A user whose time is up
/// closes its connection, at once while thinking and otherwise after the response, and returns when
/// the profile reaches its level again.
final class ClosedWorker extends ConnectionWorker {
    /// Users start this far apart, or spread over a second, so that they do not run in waves. Where
    /// the window has a number of requests, they start within a think time: a window that ends with
    /// the last of them may end before a longer start, and has all of it in its throughput.
    private static final long START_GAP_NANOS = 10_000_000;

    private static final long START_SPREAD_NANOS = 1_000_000_000;

    /// For a user without a next request: it is inactive, or waits for a response.
    private static final long NONE = -1;

    private final long startNanos;
    private final WorkerShard shard;
    private final LoadProfile profile;
    private final int warmUpUsers;
    private final boolean beginsWithWindow;
    private final int maxUsers;
    private final ThinkTimes thinkTimes;

    /// The time at which each user leaves, on the clock; `NEVER` after the start where no time is
    /// known.
    private final long[] leaveNanos;

    private boolean paused;
    private long pausedSince;

    /// The time from the start of the pause to each user's next request, or `NONE`, ns.
    private final long[] nextAfterPause;

    /// When the load profile began, once the window has opened.
    private long windowStartNanos;

    private boolean opened;

    /// @param config with this worker's connections of the highest number of users
    ClosedWorker(WorkerConfig config, LoadModel.Closed model, long seed) {
        super(config);
        startNanos = config.startNanos();
        shard = config.shard();
        profile = model.users();
        beginsWithWindow = config.beginsWithWindow();
        warmUpUsers = beginsWithWindow ? 0 : (int) Math.floor(profile.warmUpLevel());
        maxUsers = model.connections();
        thinkTimes = new ThinkTimes(model.thinkTime(), seed, shard, connections.count());
        leaveNanos = new long[connections.count()];
        Arrays.fill(leaveNanos, startNanos + LoadProfile.NEVER);
        nextAfterPause = new long[connections.count()];
    }

    @Override
    void start() {
        for (int i = 0; i < connections.count(); i++) {
            if (shard.globalIndex(i) < warmUpUsers) {
                connections.arm(connections.get(i), startNanos + startsAfter(i));
            }
        }
    }

    private long startsAfter(int user) {
        long longest = recorder().isCounted() ? thinkTimes.meanNanos() : START_SPREAD_NANOS;
        long spread = Math.min(START_SPREAD_NANOS, longest);
        return shard.globalIndex(user) * Math.min(START_GAP_NANOS, spread / maxUsers);
    }

    /// Responses still arrive within the pause. Their time counts, so that the users continue as
    /// far from one another as they were: otherwise all of them would send in one burst.
    @Override
    void pauses(long now) {
        paused = true;
        pausedSince = now;
        for (int i = 0; i < connections.count(); i++) {
            var user = connections.get(i);
            boolean thinks = !user.hasRequest && connections.isArmed(user);
            nextAfterPause[i] = thinks ? Math.max(0, connections.deadline(user) - now) : NONE;
            if (thinks) {
                connections.disarm(user);
            }
        }
    }

    @Override
    void resumes(long now) {
        paused = false;
        for (int i = 0; i < connections.count(); i++) {
            if (nextAfterPause[i] != NONE) {
                connections.arm(connections.get(i), now + nextAfterPause[i]);
            }
        }
    }

    /// The load profile decides from now on which users are active.
    @Override
    void windowOpens(long at) {
        boolean first = !opened;
        windowStartNanos = at;
        opened = true;
        for (int i = 0; i < connections.count(); i++) {
            boolean wasActive = first ? shard.globalIndex(i) < warmUpUsers : leaveNanos[i] - at > 0;
            long startsIn = profile.reaches(level(i), 0);
            leaveNanos[i] = startsIn == 0 ? at + profile.fallsBelow(level(i), 0) : at;
            var user = connections.get(i);
            if (user.hasRequest) {
                continue; // decided when its response arrives
            }
            if (startsIn == 0 && !(wasActive && connections.isArmed(user))) {
                connections.arm(user, first && beginsWithWindow ? at + startsAfter(i) : at);
            } else if (startsIn > 0) {
                connections.arm(user, wasActive ? at : at + startsIn);
            }
        }
    }

    @Override
    void timerExpired(Connection connection, long deadline, long now) {
        if (opened
                && deadline - windowStartNanos >= 0
                && leaveNanos[connection.id] - deadline <= 0) {
            requestOrLeave(connection, deadline, now);
        } else {
            request(connection, deadline, now);
        }
    }

    /// Decides whether an inactive or expired user starts a request, or stays away until the
    /// profile reaches its level again.
    private void requestOrLeave(Connection connection, long deadline, long now) {
        long since = deadline - windowStartNanos;
        long startsIn = profile.reaches(level(connection.id), since);
        if (startsIn == since) {
            leaveNanos[connection.id] =
                    windowStartNanos + profile.fallsBelow(level(connection.id), since);
            request(connection, deadline, now);
            return;
        }
        connections.closeUnused(connection);
        if (startsIn < LoadProfile.NEVER) {
            connections.arm(connection, windowStartNanos + startsIn);
        }
    }

    private double level(int user) {
        return shard.globalIndex(user) + 1;
    }

    @Override
    void ready(Connection connection, long now) {
        send(connection, now);
    }

    @Override
    void responded(Connection connection, long now) {
        scheduleNext(connection, now + thinkTimes.nextNanos(connection.id), now);
    }

    @Override
    void failed(Connection connection, RequestFailure failure, boolean hadRequest, long now) {
        long pause = Math.max(thinkTimes.nextNanos(connection.id), connection.backoffNanos());
        scheduleNext(connection, now + pause, now);
    }

    /// Schedules the user's next request for a time, or its departure if that is earlier.
    private void scheduleNext(Connection connection, long requested, long now) {
        if (paused) {
            nextAfterPause[connection.id] = requested - pausedSince;
            return;
        }
        long when = Math.min(requested - now, Math.max(0, leaveNanos[connection.id] - now)) + now;
        if (when == now) {
            timerExpired(connection, now, now);
        } else {
            connections.arm(connection, when);
        }
    }

    @Override
    void closedWhileIdle(Connection connection, long now) {
        // The user is thinking; the next request reopens the connection.
    }

    private void request(Connection connection, long intended, long now) {
        if (recorder().allRequestsStarted()) {
            return;
        }
        startRequest(connection, intended, now);
    }

    @Override
    boolean allStartedBefore(long when) {
        return connections.timersExpiredBefore(when);
    }
}
