package dev.loombench.analysis.concurrency;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The frames of a stack, as in `java.lang.Thread.sleep(Thread.java:540)`, from the top.
public final class StackFrames {
    /// Calls in which a worker waits for work; in some of them it also runs its tasks.
    private static final List<String> IDLE =
            List.of(
                    "ThreadPoolExecutor.getTask", // of the JDK and of Tomcat
                    "ForkJoinPool.awaitWork",
                    "DelayScheduler.loop", // of the JDK since 25
                    "QueuedThreadPool.idleJobPoll",
                    "QueuedThreadPool$Runner.idleJobPoll", // since Jetty 9.4
                    "ReservedThreadExecutor$ReservedThread.reservedWait",
                    "ReservedThreadExecutor$ReservedThread.waitForTask",
                    "EnhancedQueueExecutor$ThreadBody.run", // of JBoss and Quarkus, as the next
                    "EnhancedQueueExecutor.runThreadBody",
                    "com.ibm.ws.util.ThreadPool.getTask", // of WebSphere
                    "BasicWorker.getTask",
                    "SyncThreadWorker.getTask",
                    "ExecuteThread.waitForRequest",
                    "CoroutineScheduler$Worker.run",
                    "MPSCQueue.take", // of Hazelcast
                    "StripedExecutor$StripeConcurrentQueue.take", // of Ignite
                    "org.apache.cassandra.concurrent.SEPWorker.run",
                    "org.quartz.simpl.SimpleThreadPool$WorkerThread.run",
                    "com.mchange.v2.async.ThreadPoolAsynchronousRunner$PoolThread.run",
                    "WaitStrategy.waitFor"); // of LMAX Disruptor, also one that spins

    /// The same by the classes of a scheduler: of Cats Effect, ZIO, Akka and Pekko.
    private static final List<String> IDLE_SCHEDULERS =
            List.of(
                    "cats.effect.unsafe.",
                    "zio.internal.ZScheduler",
                    "akka.actor.LightArrayRevolverScheduler",
                    "org.apache.pekko.actor.LightArrayRevolverScheduler");

    /// An application may give this executor a queue of its own.
    private static final String GET_TASK = "java.util.concurrent.ThreadPoolExecutor.getTask(";

    private static final Pattern TAKE =
            Pattern.compile("java\\.util\\.concurrent\\.\\w+(?:Queue|Deque)\\.(?:take|poll)");

    /// Calls in which a worker of an executor takes and runs tasks.
    private static final List<String> WORKERS =
            List.of(
                    "ThreadPoolExecutor.runWorker",
                    "ForkJoinPool.runWorker",
                    "EnhancedQueueExecutor$ThreadBody.run",
                    "EnhancedQueueExecutor.runThreadBody",
                    "QueuedThreadPool$Runner.run",
                    "AbstractThreadPool$Worker.doWork",
                    "CoroutineScheduler$Worker.run");

    /// Calls of Log4j's asynchronous loggers, made once their ring buffer is full: one thread waits
    /// for room in it, and others for the monitor of that one.
    private static final List<String> FULL_LOG =
            List.of(
                    "AsyncLoggerDisruptor.enqueueLogMessageWhenQueueFull",
                    "AsyncLoggerConfigDisruptor.enqueue");

    /// Calls in which a worker runs a task that it repeats, also at the times of Spring's `cron`.
    private static final List<String> PERIODIC =
            List.of("FutureTask.runAndReset", "ReschedulingRunnable.run");

    private static final String TIMER = "java.util.TimerThread.mainLoop";

    /// Calls in which a thread runs tasks at their times: of the JDK (that of `ForkJoinPool` since
    /// 25 what depends on a future whose time is over), of Quartz, and of Netty and others like it.
    private static final List<String> SCHEDULERS =
            List.of(
                    TIMER,
                    "java.util.concurrent.DelayScheduler.loop",
                    "ScheduledThreadPoolExecutor$ScheduledFutureTask.run",
                    "org.quartz.core.JobRunShell.run",
                    "HashedWheelTimer$HashedWheelTimeout.expire");

    private static final List<String> PROCESS = List.of("java.lang.ProcessImpl.waitFor");

    /// Methods and classes that wait for what may not come for long: news of a configuration,
    /// messages, an element of a list of Redis. Each is a word of the name, as in `ConfigWatch`,
    /// and no part of one, as in `Watchlist`. What notifies listeners, or is one of events within a
    /// call as in Hibernate, waits for none.
    private static final Pattern LISTENS =
            Pattern.compile(
                    "(?<![A-Za-z])(?:watch|listen|consum|subscrib)(?:e|ing)?(?![a-z])"
                            + "|(?:(?<!Stop)Watch|LongPoll|(?<!Event)(?<!Application)Listen|Consum|Subscrib)"
                            + "(?:e|ers?|ing)?(?![a-z])(?=.*\\.)"
                            + "|(?i:blpop|brpop|xread)");

    private static final Pattern POLLS =
            Pattern.compile(
                    "(?<![A-Za-z])poll(?:ing)?(?![a-z])|Poll(?:ers?|ing)?(?![a-z])(?=.*\\.)");

    /// Calls of the JDK that wait for another service, a file or a process.
    private static final Pattern BACKEND =
            Pattern.compile(
                    "com\\.sun\\.jndi\\.|sun\\.(?:net\\.www|rmi|security\\.krb5)\\."
                            + "|sun\\.nio\\.fs\\.(?!\\w*Watch)|jdk\\.internal\\.net\\.http\\."
                            + "|java\\.(?:net\\.(?:http\\.|Inet\\w*Address)"
                            + "|lang\\.Process|io\\.\\w*File)");

    /// Frames of the JDK's waiting mechanism, which say less than their callers.
    private static final Pattern WAIT_INTERNALS =
            Pattern.compile(
                    "(jdk\\.internal\\.(misc|vm)\\.|java\\.lang\\.VirtualThread\\."
                            + "|java\\.util\\.concurrent\\.locks\\.(LockSupport|Abstract\\w+Synchronizer)\\b"
                            + "|java\\.util\\.concurrent\\.ForkJoinPool\\.\\w*[mM]anagedBlock"
                            + "|java\\.lang\\.Object\\.wait0|java\\.lang\\.Thread\\.\\w*(sleepNanos|sleep0|yield0)"
                            + "|sun\\.nio\\.ch\\.(EPoll|KQueue|Net|NioSocketImpl\\.(park|timed|impl))).*");

    /// The JDK's own server.
    private static final String HTTP_SERVER = "sun.net.httpserver.";

    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final List<String> OPENJ9 = List.of("openj9.", "com.ibm.");

    /// Packages of the JDK with OpenJ9, also of IBM's JDK 8; products of IBM have others.
    private static final Pattern OF_OPENJ9 =
            Pattern.compile(
                    "openj9\\.|com\\.ibm\\.(?:crypto|java\\.lang|jit|jsse2|jvm|lang\\.management|misc|oti"
                            + "|security|sharedclasses|tools\\.attach|virtualization\\.management)\\.");

    /// Of servers and libraries, in the packages of the JDK's maker.
    private static final Pattern NOT_OF_JDK =
            Pattern.compile("com\\.sun\\.(appserv|ejb|enterprise|faces|gjc|jersey|mail)\\.");

    /// A method in which a compiler of Java or Scala puts the body of a lambda; of a lambda within
    /// another one, javac before JDK 9 names no method.
    private static final Pattern LAMBDA =
            Pattern.compile(
                    "(.*\\.)(?:lambda|\\$anonfun)\\$(?!null\\$)(\\w+?)\\$\\d+(?:\\$adapted)?(|\\(.*)");

    /// In the name of a method that AspectJ has made.
    private static final String ADVISED = "_aroundBody";

    /// The same in which other compilers put code, the class and the method that hold it first: of
    /// Kotlin a lambda, or the part of a coroutine between two suspensions; of Groovy a closure; of
    /// Scala before 2.12 a function; of AspectJ the body of a method that has an advice.
    private static final List<Pattern> HELD =
            List.of(
                    Pattern.compile("(.*)\\.(\\w+?)\\$lambda\\$\\d+(?:\\$\\d+)*(|\\(.*)"),
                    Pattern.compile(
                            "([\\w.]+(?:\\$[A-Z]\\w*)*)\\$([a-z]\\w*)(?:\\$\\w+)*\\$\\d+"
                                    + "\\.invoke(?:Suspend)?(|\\(.*)"),
                    Pattern.compile(
                            "([\\w.]+)\\$_(\\w+?)_(?:closure|lambda)\\d+(?:\\$_(?:closure|lambda)\\d+)*"
                                    + "\\.(?:doCall|call)(|\\(.*)"),
                    Pattern.compile(
                            "([\\w.]+\\$?)\\$\\$anonfun\\$(\\w+)\\$\\d+(?:\\$\\$anonfun\\$\\w+\\$\\d+)*"
                                    + "\\.apply(?:\\$mc\\w+\\$sp)?(|\\(.*)"),
                    Pattern.compile("(.*)\\.(\\w+?)" + ADVISED + "\\d+(?:\\$advice)?(|\\(.*)"));

    /// What javac calls initialisers in the name of a lambda.
    private static final Map<String, String> SPECIAL =
            Map.of("static", "<clinit>", "new", "<init>");

    /// Classes that the JDK and frameworks generate, which have no source: of Spring, Guice and
    /// CGLIB; proxies of interfaces; of Hibernate, Byte Buddy and Javassist; of Weld, OpenWebBeans,
    /// Quarkus and Micronaut; of AspectJ.
    private static final Pattern GENERATED =
            Pattern.compile(
                    "\\$\\$(Lambda|SpringCGLIB|EnhancerBy|FastClassBy|Owb)|\\$Proxy\\d+\\."
                            + "|\\$HibernateProxy\\$|\\$ByteBuddy\\$|_\\$\\$_(jvst|Weld)"
                            + "|_(ClientProxy|Subclass)\\.|\\$Intercepted\\.|\\$Definition\\$"
                            + "|\\$AjcClosure\\d");

    /// At the end of a frame.
    private static final Pattern LINE = Pattern.compile(":(\\d{1,9})\\)$");

    private StackFrames() {}

    /// The same frame, or call, of the method that holds a lambda, a closure or a coroutine:
    /// `shop.Svc.main` of `shop.Svc.lambda$main$0`.
    public static String withoutLambda(String frame) {
        if (frame.indexOf('$') < 0 && !frame.contains(ADVISED)) {
            return frame;
        }
        var lambda = LAMBDA.matcher(frame);
        if (lambda.matches()) {
            var method = lambda.group(2);
            return lambda.group(1) + SPECIAL.getOrDefault(method, method) + lambda.group(3);
        }
        for (var pattern : HELD) {
            var held = pattern.matcher(frame);
            if (held.matches()) {
                return held.group(1) + '.' + held.group(2) + held.group(3);
            }
        }
        return frame;
    }

    /// Whether a frame is of a class that the JDK or a framework has generated.
    public static boolean isGenerated(String frame) {
        return GENERATED.matcher(frame).find();
    }

    /// Whether a worker of a pool waits for work: nothing but the JDK and the pool's own library is
    /// above such a call, or a queue of another library, or of the application where that waits in
    /// one of the JDK. What hangs there has other frames.
    public static boolean isIdle(List<String> frames) {
        for (int i = 0; i < frames.size(); i++) {
            var call = frames.get(i);
            if (isOfIdle(call)) {
                var above = frames.subList(0, i);
                return above.stream().allMatch(f -> isOfJdk(f) || isOfLibrary(f, call))
                        || (call.startsWith(GET_TASK) && (takes(above) || areOfLibraries(above)));
            }
        }
        return false;
    }

    private static boolean isOfIdle(String frame) {
        return isOf(IDLE, frame) || beginsWith(IDLE_SCHEDULERS, frame);
    }

    /// Whether a frame is of the package of a call, or of one that encloses it.
    private static boolean isOfLibrary(String frame, String call) {
        var frames = packageOf(frame);
        return !frames.isEmpty() && packageOf(call).startsWith(frames);
    }

    private static boolean areOfLibraries(List<String> frames) {
        return frames.stream().allMatch(f -> isOfJdk(f) || Libraries.contains(f));
    }

    /// Whether the topmost calls of the JDK wait for an element of a queue.
    private static boolean takes(List<String> frames) {
        return frames.stream()
                .takeWhile(StackFrames::isOfJdk)
                .anyMatch(f -> TAKE.matcher(f).lookingAt());
    }

    /// Whether a thread is a worker of an executor, which has a queue of tasks.
    public static boolean isOfExecutor(List<String> frames) {
        return frames.stream().anyMatch(f -> isOf(WORKERS, f));
    }

    /// Whether a thread is a worker of an executor or of another pool, at work or idle.
    public static boolean isOfPool(List<String> frames) {
        return isOfExecutor(frames) || frames.stream().anyMatch(StackFrames::isOfIdle);
    }

    /// Whether a thread waits for room in the full buffer of a log, or for its turn to do so.
    public static boolean awaitsRoomInLog(List<String> frames) {
        return frames.stream().anyMatch(f -> isOf(FULL_LOG, f));
    }

    /// Whether a thread runs a task of a scheduler, or is that of a `java.util.Timer`.
    public static boolean isOfScheduler(List<String> frames) {
        return frames.stream().anyMatch(f -> isOf(SCHEDULERS, f));
    }

    /// Whether a thread runs a task that an executor repeats.
    public static boolean isPeriodic(List<String> frames) {
        return frames.stream().anyMatch(f -> isOf(PERIODIC, f));
    }

    /// Whether a thread is in a call that waits for news or messages, by its name.
    public static boolean awaitsNews(List<String> frames) {
        return listens(frames) || hasName(POLLS, frames);
    }

    /// The same of a scheduled task: one that polls asks and returns, so that it is repeated.
    public static boolean listens(List<String> frames) {
        return hasName(LISTENS, frames);
    }

    /// Runtimes say nothing about a wait: in Reactor all that executes is a subscriber.
    private static boolean hasName(Pattern words, List<String> frames) {
        return frames.stream()
                .filter(frame -> !isOfJdk(frame) && !RequestRuntime.executes(frame))
                .anyMatch(frame -> words.matcher(withoutPackage(frame)).find());
    }

    /// Whether a thread waits for the end of a sub-process, which may take long by intention.
    public static boolean awaitsProcess(List<String> frames) {
        return frames.stream().takeWhile(StackFrames::isOfJdk).anyMatch(f -> isOf(PROCESS, f));
    }

    /// Whether a thread is that of a `java.util.Timer`.
    public static boolean isOfTimer(List<String> frames) {
        return frames.stream().anyMatch(f -> call(f).equals(TIMER));
    }

    /// Whether a thread is in a server, and not in what it has called: it waits for data of a
    /// client, or until it has sent some. A server may wait for a backend too, as to authenticate a
    /// user.
    public static boolean isInRuntime(List<String> frames) {
        return frames.stream()
                        .filter(f -> !isOfJdk(f) || f.startsWith(HTTP_SERVER))
                        .findFirst()
                        .filter(f -> f.startsWith(HTTP_SERVER) || RequestRuntime.serves(f))
                        .isPresent()
                && !awaitsBackend(frames);
    }

    /// Whether a thread waits for another service, a file or a process in a call of the JDK above
    /// all others.
    public static boolean awaitsBackend(List<String> frames) {
        return frames.stream()
                .takeWhile(f -> isOfJdk(f) && !f.startsWith(HTTP_SERVER))
                .anyMatch(f -> BACKEND.matcher(f).lookingAt());
    }

    /// Whether a platform thread does the service's own housekeeping: a task that an executor
    /// repeats, or the program of a thread that no runtime for requests and no executor has called.
    ///
    /// @param frames all of a stack
    static boolean isHousekeeping(List<String> frames) {
        return isPeriodic(frames)
                || (!isOfExecutor(frames) && frames.stream().noneMatch(RequestRuntime::executes));
    }

    private static boolean isOf(List<String> calls, String frame) {
        int end = endOfCall(frame);
        for (var call : calls) {
            if (frame.startsWith(call, end - call.length())) {
                return true;
            }
        }
        return false;
    }

    /// Whether a frame begins with one of some texts. Without a stream, as rules ask this again and
    /// again of each frame of each thread.
    static boolean beginsWith(List<String> beginnings, String frame) {
        for (var beginning : beginnings) {
            if (frame.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /// The frames from the first outside the waiting mechanism; all frames when there is none.
    public static List<String> withoutWaiting(List<String> frames) {
        var rest = frames.stream().dropWhile(StackFrames::isWaiting).toList();
        return rest.isEmpty() ? frames : rest;
    }

    /// Whether a frame belongs to the JDK's waiting mechanism.
    static boolean isWaiting(String frame) {
        return WAIT_INTERNALS.matcher(frame).matches();
    }

    /// The frames from the first that belongs neither to the JDK nor to a runtime that executes
    /// requests; empty when there is none.
    public static List<String> ofApplication(List<String> frames) {
        return frames.stream().dropWhile(f -> isOfJdk(f) || RequestRuntime.executes(f)).toList();
    }

    /// The same, the first without its line: equal at all moments of a call that does not return.
    public static List<String> applicationCalls(List<String> frames) {
        var calls = ofApplication(frames);
        return Stream.concat(calls.stream().limit(1).map(StackFrames::call), calls.stream().skip(1))
                .toList();
    }

    /// Whether a frame belongs to the JDK.
    public static boolean isOfJdk(String frame) {
        return beginsWith(JDK, frame)
                ? !frame.startsWith("com.sun.") || !NOT_OF_JDK.matcher(frame).lookingAt()
                : beginsWith(OPENJ9, frame) && OF_OPENJ9.matcher(frame).lookingAt();
    }

    /// `java.lang.Thread.sleep` of `java.lang.Thread.sleep(Thread.java:540)`.
    public static String call(String frame) {
        return frame.substring(0, endOfCall(frame));
    }

    /// `Shop.order` of `com.example.Shop.order(Shop.java:30)`: a package may be named by anything.
    public static String withoutPackage(String frame) {
        var call = call(frame);
        int type = call.lastIndexOf('.', call.lastIndexOf('.') - 1);
        return call.substring(type + 1);
    }

    /// `com.example.` of `com.example.Shop.order(Shop.java:30)`.
    private static String packageOf(String frame) {
        var call = call(frame);
        return call.substring(0, call.length() - withoutPackage(frame).length());
    }

    private static int endOfCall(String frame) {
        int end = frame.indexOf('(');
        return end < 0 ? frame.length() : end;
    }

    /// The line of a frame; 0 where it is not known.
    static int line(String frame) {
        var line = LINE.matcher(frame);
        return line.find() ? Integer.parseInt(line.group(1)) : 0;
    }
}
