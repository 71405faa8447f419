package dev.loombench.zoo.ktor

import dev.loombench.zoo.work.Work
import dev.loombench.zoo.work.WorkItem
import dev.loombench.zoo.work.WorkResponse
import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.engine.cio.endpoint
import io.ktor.client.request.get
import io.ktor.client.statement.bodyAsText
import java.io.IOException
import java.net.URI
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/**
 * A handler that never blocks: waits suspend the coroutine, and computing runs on the event loop.
 * Only `/lock`, `/native`, `/init` and `/file`, which block, run on threads of `Dispatchers.IO`.
 */
internal class CoroutineHandler(private val work: Work, private val downstream: URI?) {
    private val blocking = Dispatchers.IO.limitedParallelism(WORKERS)
    private val client =
        HttpClient(CIO) {
            engine {
                maxConnectionsCount = MAX_CONNECTIONS
                requestTimeout = 0
                endpoint { maxConnectionsPerRoute = MAX_CONNECTIONS }
            }
        }

    suspend fun respond(path: String, query: String): WorkResponse {
        val item = WorkItem.of(path, query)
        val since = work.enter(item)
        try {
            return perform(item)
        } finally {
            work.leave(item, since)
        }
    }

    private suspend fun perform(item: WorkItem): WorkResponse =
        when (item) {
            is WorkItem.Immediate -> work.perform(item)
            is WorkItem.Sleep -> {
                delay(item.millis().toLong())
                Work.slept(item.millis())
            }
            is WorkItem.Blocking -> withContext(blocking) { work.perform(item) }
            is WorkItem.Downstream -> if (downstream == null) work.perform(item) else call(downstream, item)
        }

    private suspend fun call(base: URI, item: WorkItem.Downstream): WorkResponse =
        try {
            val response = client.get("$base/sleep?ms=${item.millis()}")
            when (response.status.value) {
                200 -> WorkResponse.ok(response.bodyAsText())
                else -> WorkResponse(502, "the delay service responded ${response.status.value}, expected 200")
            }
        } catch (e: IOException) {
            WorkResponse(502, "the delay service failed: $e")
        }

    private companion object {
        /** As many as the other servers have for work that blocks; the default of `Dispatchers.IO` is 64. */
        const val WORKERS = 200

        /** The default of 100 for a host would queue further calls. */
        const val MAX_CONNECTIONS = 20_000
    }
}
