@file:JvmName("KtorServer")

package dev.loombench.zoo.ktor

import dev.loombench.zoo.work.Options
import dev.loombench.zoo.work.ServerMain
import dev.loombench.zoo.work.UsageException
import dev.loombench.zoo.work.Work
import dev.loombench.zoo.work.WorkResponse
import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.server.application.ApplicationCall
import io.ktor.server.application.ApplicationCallPipeline
import io.ktor.server.application.call
import io.ktor.server.engine.connector
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.netty.NettyApplicationEngine
import io.ktor.server.request.path
import io.ktor.server.request.queryString
import io.ktor.server.response.respondText
import io.netty.channel.ChannelOption
import java.util.concurrent.Executors
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** What responds to a call: a coroutine, which may suspend. */
internal typealias Handler = suspend (path: String, query: String) -> WorkResponse

/** Ktor: a coroutine for each call. */
fun main(args: Array<String>) = ServerMain.run(args) { options -> start(options) }

private fun start(options: Options): Int {
    val work = Work(options)
    return when (options.model()) {
        "coroutines" -> listen(options, CoroutineHandler(work, options.downstream().orElse(null))::respond)
        "virtual" -> {
            val threads = Executors.newVirtualThreadPerTaskExecutor().asCoroutineDispatcher()
            listen(options) { path, query -> withContext(threads) { work.respond(path, query) } }
        }
        else -> throw UsageException.unknownModel(options.model(), "coroutines", "virtual")
    }
}

private fun listen(options: Options, handler: Handler): Int {
    val server =
        embeddedServer(Netty, configure = { limits(options) }) {
            intercept(ApplicationCallPipeline.Call) { respond(call, handler) }
        }
    server.start(wait = false)
    return runBlocking { server.engine.resolvedConnectors().first().port }
}

/** By default Ktor handles 32 requests of a connection at a time, and has no limit of idle time. */
private fun NettyApplicationEngine.Configuration.limits(options: Options) {
    connector {
        host = options.address().address.hostAddress
        port = options.port()
    }
    configureBootstrap = { option(ChannelOption.SO_BACKLOG, Options.BACKLOG) }
}

private suspend fun respond(call: ApplicationCall, handler: Handler) {
    val response = handler(call.request.path(), call.request.queryString())
    call.respondText(
        response.text(),
        ContentType.parse(WorkResponse.CONTENT_TYPE),
        HttpStatusCode.fromValue(response.status()),
    )
}
