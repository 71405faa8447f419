package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolWaitTest {
    private static final String PARK = "jdk.internal.misc.Unsafe.park(Native Method)";
    private static final String SHOP = "shop.OrderRepository.find(OrderRepository.java:19)";

    /// @param calls separated by blanks, from the top
    private static Optional<String> library(String calls) {
        var frames = Stream.of(calls.split(" ", -1)).map(call -> call + "(A.java:1)");
        return PoolWait.library(
                        Stream.of(Stream.of(PARK), frames, Stream.of(SHOP))
                                .flatMap(all -> all)
                                .toList())
                .map(PoolLibrary::name);
    }

    @ParameterizedTest
    @CsvSource({
        "com.zaxxer.hikari.util.ConcurrentBag.borrow com.zaxxer.hikari.HikariDataSource.getConnection, HikariCP",
        "org.apache.tomcat.jdbc.pool.FairBlockingQueue.poll org.apache.tomcat.jdbc.pool.DataSourceProxy.getConnection, Tomcat JDBC",
        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst org.apache.commons.dbcp2.BasicDataSource.getConnection, Commons DBCP",
        "org.apache.tomcat.dbcp.pool2.impl.LinkedBlockingDeque.takeFirst org.apache.tomcat.dbcp.dbcp2.BasicDataSource.getConnection, Commons DBCP",
        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst org.apache.commons.pool2.impl.GenericObjectPool.borrowObject redis.clients.jedis.util.Pool.getResource redis.clients.jedis.JedisPool.getResource, Jedis",
        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst org.apache.commons.pool2.impl.GenericObjectPool.borrowObject io.lettuce.core.support.ConnectionPoolSupport$1.borrowObject org.springframework.data.redis.connection.lettuce.LettucePoolingConnectionProvider.getConnection, Lettuce",
        "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst org.apache.commons.pool2.impl.GenericObjectPool.borrowObject shop.Printers.borrow, Commons Pool",
        "java.util.concurrent.locks.AbstractQueuedLongSynchronizer.tryAcquireNanos io.agroal.pool.ConnectionPool.handlerFromSharedCache io.agroal.pool.DataSource.getConnection, Agroal",
        "java.util.concurrent.LinkedTransferQueue.poll io.agroal.pool.ConnectionPool.waitAvailableHandler io.agroal.pool.DataSource.getConnection, Agroal",
        "java.lang.Object.wait com.mchange.v2.resourcepool.BasicResourcePool.awaitAvailable com.mchange.v2.c3p0.impl.AbstractPoolBackedDataSource.getConnection, c3p0",
        "com.alibaba.druid.pool.DruidDataSource.takeLast com.alibaba.druid.pool.DruidDataSource.getConnection, Druid",
        "java.util.concurrent.Semaphore.tryAcquire org.vibur.objectpool.ConcurrentPool.tryTake org.vibur.dbcp.ViburDBCPDataSource.getConnection, Vibur",
        "java.util.concurrent.Semaphore.tryAcquire org.jboss.jca.core.connectionmanager.pool.mcp.SemaphoreConcurrentLinkedDequeManagedConnectionPool.getConnection org.jboss.jca.core.connectionmanager.pool.AbstractPool.getSimpleConnection org.jboss.as.connector.subsystems.datasources.WildFlyDataSource.getConnection, IronJacamar",
        "java.lang.Object.wait com.ibm.ejs.j2c.FreePool.queueRequest com.ibm.ejs.j2c.FreePool.createOrWaitForConnection com.ibm.ejs.j2c.PoolManager.reserve com.ibm.ws.rsadapter.jdbc.WSJdbcDataSource.getConnection, Open Liberty JCA",
        "java.lang.Object.wait com.sun.enterprise.resource.pool.ConnectionPool.getResource com.sun.enterprise.resource.pool.PoolManagerImpl.getResourceFromPool com.sun.gjc.spi.base.AbstractDataSource.getConnection, GlassFish JDBC",
        "java.lang.Object.wait weblogic.common.resourcepool.ResourcePoolImpl.reserveResource weblogic.jdbc.common.internal.ConnectionPool.reserve weblogic.jdbc.common.internal.RmiDataSource.getConnection, WebLogic JDBC",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos com.mongodb.internal.connection.ConcurrentPool$StateAndPermits.acquirePermit com.mongodb.internal.connection.ConcurrentPool.get com.mongodb.client.internal.FindIterableImpl.first, MongoDB",
        "org.apache.hc.core5.concurrent.BasicFuture.get org.apache.hc.core5.pool.StrictConnPool$1.get org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager$1.get, Apache HttpClient 5",
        "org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking org.apache.http.impl.conn.PoolingHttpClientConnectionManager.leaseConnection, Apache HttpClient 4",
        "org.apache.http.pool.PoolEntryFuture.await org.apache.http.pool.AbstractConnPool.getPoolEntryBlocking, Apache HttpClient 4",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await com.sun.jndi.ldap.pool.Connections.waitForAvailableConnection com.sun.jndi.ldap.pool.Pool.getPooledConnection com.sun.jndi.ldap.LdapCtx.connect, JDK LDAP"
    })
    void a_wait_for_a_connection_is_known_by_the_calls_of_the_pool(String calls, String library) {
        assertThat(library(calls)).hasValue(library);
    }

    /// For a response, for a new connection, for events; and the threads of a pool itself.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.http.concurrent.BasicFuture.get org.elasticsearch.client.RestClient.performRequest",
                "sun.nio.ch.NioSocketImpl.park org.apache.http.impl.io.SessionInputBufferImpl.streamRead org.apache.http.impl.client.CloseableHttpClient.execute",
                "org.apache.hc.core5.concurrent.BasicFuture.get org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient.execute",
                "sun.nio.ch.NioSocketImpl.park org.apache.hc.core5.http.impl.io.SessionInputBufferImpl.fillBuffer org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager$InternalConnectionEndpoint.execute",
                "java.util.concurrent.FutureTask.get io.agroal.pool.ConnectionPool.handlerFromSharedCache io.agroal.pool.DataSource.getConnection",
                "sun.nio.ch.NioSocketImpl.park org.postgresql.core.PGStream.receiveChar org.jboss.jca.core.connectionmanager.pool.mcp.SemaphoreConcurrentLinkedDequeManagedConnectionPool.getConnection",
                "com.mchange.v2.async.ThreadPoolAsynchronousRunner$PoolThread.run",
                "java.net.Socket.connect org.postgresql.core.PGStream.createSocket com.sun.enterprise.resource.pool.ConnectionPool.createSingleResource com.sun.enterprise.resource.pool.ConnectionPool.getResource",
                "java.net.Socket.connect com.ibm.ejs.j2c.FreePool.createManagedConnectionWithMCWrapper com.ibm.ejs.j2c.FreePool.createOrWaitForConnection",
                "com.alibaba.druid.pool.DruidDataSource$CreateConnectionThread.run",
                "sun.nio.ch.NioSocketImpl.park com.sun.jndi.ldap.Connection.<init> com.sun.jndi.ldap.pool.Connections.createConnection com.sun.jndi.ldap.pool.Pool.getPooledConnection",
                "sun.nio.ch.NioSocketImpl.park com.mongodb.internal.connection.SocketStream.read com.mongodb.client.internal.FindIterableImpl.first",
                "org.postgresql.jdbc.PgStatement.execute com.zaxxer.hikari.pool.ProxyStatement.execute"
            })
    void other_waits_in_a_library_are_not_for_its_pool(String calls) {
        assertThat(library(calls)).isEmpty();
    }

    @Test
    void a_thread_of_the_jdk_waits_for_no_pool() {
        assertThat(PoolWait.library(List.of(PARK))).isEmpty();
        assertThat(PoolWait.library(List.of())).isEmpty();
    }
}
