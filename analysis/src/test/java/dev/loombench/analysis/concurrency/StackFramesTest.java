package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackFramesTest {
    private static final String PARK = "java.util.concurrent.locks.LockSupport.park(L.java:1)";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1016)",
                "org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll(Q.java:1)",
                "com.ibm.ws.util.ThreadPool.getTask(ThreadPool.java:819)",
                "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask(R.java:1)",
                "com.lmax.disruptor.BlockingWaitStrategy.waitFor(BlockingWaitStrategy.java:45)",
                "org.apache.logging.log4j.core.async.TimeoutBlockingWaitStrategy.waitFor(T.java:67)"
            })
    void a_worker_that_waits_for_work_is_idle_unless_something_hangs_above(String call) {
        var run = "Shop.run(S.java:1)";
        assertThat(StackFrames.isIdle(List.of(PARK, call, run))).isTrue();
        assertThat(StackFrames.isIdle(List.of(PARK, run))).isFalse();
        assertThat(StackFrames.isIdle(List.of(PARK, "com.example.Db.take(D.java:1)", call, run)))
                .isFalse();
    }

    /// Others are of servers and libraries.
    @ParameterizedTest
    @CsvSource({
        "com.sun.net.httpserver.HttpExchange.close, true",
        "com.sun.jndi.ldap.Connection.readReply, true",
        "com.sun.enterprise.resource.pool.ConnectionPool.getResource, false",
        "com.sun.mail.smtp.SMTPTransport.readServerResponse, false",
        "com.sun.jersey.api.client.WebResource.get, false",
        "com.ibm.misc.SignalDispatcher.run, true",
        "com.ibm.tools.attach.target.AttachHandler.run, true",
        "openj9.internal.tools.attach.target.WaitLoop.run, true",
        "com.ibm.mq.MQQueue.get, false",
        "com.ibm.ws.webcontainer.servlet.ServletWrapper.service, false"
    })
    void some_packages_of_makers_of_jdks_are_of_the_jdk(String call, boolean ofJdk) {
        assertThat(StackFrames.isOfJdk(call + "(A.java:1)")).isEqualTo(ofJdk);
    }

    /// By the class or the method, and not by a package or what else a service is about.
    @ParameterizedTest
    @CsvSource({
        "com.example.ConfigWatch.run, true",
        "org.apache.kafka.clients.consumer.KafkaConsumer.poll, true",
        "org.redisson.RedissonTopic.subscribe, true",
        "com.example.DataPoller.run, true",
        "com.example.ApolloClient.query, false",
        "com.example.StopWatch.time, false",
        "com.example.consumer.Loans.approve, false",
        "com.example.SubscriptionRenewal.run, false",
        "com.example.Watchlist.load, false",
        "com.example.Consumption.sum, false",
        "org.hibernate.event.internal.DefaultLoadEventListener.onLoad, false",
        "org.hibernate.event.service.internal.EventListenerGroupImpl.fireEventOnEachListener, false",
        "org.springframework.context.event.SimpleApplicationEventMulticaster.invokeListener, false",
        "reactor.core.publisher.BlockingSingleSubscriber.blockingGet, false",
        "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run, true",
        "com.example.OutboxPoller.run, true",
        "Loans.approve, false",
        "poll, true"
    })
    void a_call_that_waits_for_news_is_known_by_its_name(String call, boolean awaits) {
        assertThat(StackFrames.awaitsNews(List.of(PARK, call + "(A.java:1)"))).isEqualTo(awaits);
    }

    /// The pool of Undertow and Quarkus runs its tasks within the same call, another one in later
    /// versions.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run(E.java:1521)",
                "org.jboss.threads.EnhancedQueueExecutor.runThreadBody(E.java:1627)"
            })
    void a_worker_of_jboss_threads_is_idle_where_it_only_waits_there(String body) {
        assertThat(StackFrames.isIdle(List.of(PARK, body, "java.lang.Thread.run(T.java:1)")))
                .isTrue();
        var works = List.of(PARK, "Shop.order(S.java:1)", body);
        assertThat(StackFrames.isIdle(works)).isFalse();
        assertThat(StackFrames.isOfExecutor(works)).isTrue();
    }

    /// A server itself waits for its clients, and for what knows its users.
    @ParameterizedTest
    @CsvSource({
        "sun.nio.ch.Net.poll, org.apache.tomcat.util.net.NioChannel.read, true",
        "com.sun.jndi.ldap.LdapRequest.getReplyBer, org.apache.catalina.realm.JNDIRealm.bind, false",
        "java.io.FileOutputStream.writeBytes, org.apache.catalina.valves.AccessLogValve.log, false",
        "java.lang.Object.wait0, reactor.core.publisher.BlockingIterable.iterator, false",
        "sun.nio.ch.Net.poll, com.example.Partner.read, false"
    })
    void a_runtime_waits_for_a_client_or_for_a_backend(String top, String call, boolean ofClient) {
        var frames = List.of(top + "(A.java:1)", call + "(B.java:1)");
        assertThat(StackFrames.isInRuntime(frames)).isEqualTo(ofClient);
    }

    /// Within the same calls they also run tasks.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cats.effect.unsafe.WorkerThread.run(WorkerThread.scala:1)",
                "zio.internal.ZScheduler$$anon$3.run(ZScheduler.scala:380)",
                "akka.actor.LightArrayRevolverScheduler.waitNanos(LightArrayRevolverScheduler.scala:85)",
                "org.apache.pekko.actor.LightArrayRevolverScheduler.waitNanos(L.scala:103)",
                "org.apache.cassandra.concurrent.SEPWorker.run(SEPWorker.java:142)",
                "com.mchange.v2.async.ThreadPoolAsynchronousRunner$PoolThread.run(T.java:534)"
            })
    void a_worker_of_a_scheduler_is_idle_where_it_only_waits_there(String body) {
        assertThat(StackFrames.isIdle(List.of(PARK, body))).isTrue();
        assertThat(StackFrames.isIdle(List.of(PARK, "Shop.order(S.scala:1)", body))).isFalse();
    }

    /// A dispatcher of Kotlin: also where it waits for a task of another worker.
    @Test
    void a_worker_of_kotlin_is_idle_where_it_runs_no_task() {
        var body = "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.runWorker(C.kt:1)";
        var run = "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(C.kt:1)";
        var task = "kotlinx.coroutines.scheduling.TaskImpl.run(Tasks.kt:1)";
        assertThat(StackFrames.isIdle(List.of(PARK, body, run))).isTrue();
        var busy = List.of(PARK, "Shop.order(S.kt:1)", task, body, run);
        assertThat(StackFrames.isIdle(busy)).isFalse();
        assertThat(StackFrames.isOfExecutor(busy)).isTrue();
    }

    @Test
    void a_call_in_a_lambda_is_that_of_the_method_which_holds_it() {
        assertThat(StackFrames.withoutLambda("shop.Svc.lambda$main$0")).isEqualTo("shop.Svc.main");
        assertThat(StackFrames.withoutLambda("shop.SvcKt.main$lambda$2$1"))
                .isEqualTo("shop.SvcKt.main");
        assertThat(StackFrames.withoutLambda("shop.Svc.call")).isEqualTo("shop.Svc.call");
    }

    /// Of Kotlin's coroutines and functions, Groovy, Scala with and without adapters, and AspectJ;
    /// what looks like these remains.
    @ParameterizedTest
    @CsvSource({
        "shop.Orders$load$2.invokeSuspend(O.kt:12), shop.Orders.load(O.kt:12)",
        "shop.OrdersKt$main$1$price$1.invokeSuspend(O.kt:12), shop.OrdersKt.main(O.kt:12)",
        "shop.Orders$Cart$load$1.invoke(O.kt:3), shop.Orders$Cart.load(O.kt:3)",
        "shop.Orders$_load_closure1.doCall(O.groovy:4), shop.Orders.load(O.groovy:4)",
        "Script$_run_closure1$_closure2.doCall(S.groovy:4), Script.run(S.groovy:4)",
        "shop.Orders$.$anonfun$load$1$adapted(O.scala:5), shop.Orders$.load(O.scala:5)",
        "shop.Orders$$anonfun$load$1.apply$mcV$sp(O.scala:5), shop.Orders.load(O.scala:5)",
        "shop.Orders.load_aroundBody0(O.java:6), shop.Orders.load(O.java:6)",
        "shop.Orders$1.invoke(O.java:7), shop.Orders$1.invoke(O.java:7)",
        "shop.Orders$Cart.invoke(O.java:7), shop.Orders$Cart.invoke(O.java:7)",
        "shop.Orders.lambda$null$0(O.java:7), shop.Orders.lambda$null$0(O.java:7)"
    })
    void code_that_another_language_moves_is_that_of_the_method_which_holds_it(
            String frame, String call) {
        assertThat(StackFrames.withoutLambda(frame)).isEqualTo(call);
    }
}
