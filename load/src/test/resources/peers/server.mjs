// A server of Node.js for RealServersTest; prints its port.
//
// usage: node server.mjs http1|https|h2c|h2 [KEY CERTIFICATE]
import { readFileSync } from 'node:fs';
import { createServer as createHttp1 } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createH2c, createSecureServer as createH2 } from 'node:http2';

const STREAMS_PER_SESSION = 100;
const EVENTS = 3;
const LENGTH = 200_000;
const LARGE = Buffer.alloc(1 << 20, 'x');

const [mode, key, certificate] = process.argv.slice(2);
const tls = key === undefined ? {} : { key: readFileSync(key), cert: readFileSync(certificate) };

async function handle(request, response) {
    let length = 0;
    for await (const piece of request) {
        length += piece.length;
    }
    if (request.url === '/large') {
        response.end(LARGE);
    } else if (request.url === '/length') {
        response.writeHead(length === LENGTH ? 200 : 400);
        response.end();
    } else if (request.url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let i = 0; i < EVENTS; i++) {
            response.write(`data: ${i}\n\n`);
            await new Promise(resolve => setTimeout(resolve, 1));
        }
        response.end();
    } else {
        response.end('Hello world!');
    }
}

const create = { http1: createHttp1, https: createHttps, h2c: createH2c, h2: createH2 }[mode];
const server = create(tls, handle);
// Takes no further streams from the hundredth on: GOAWAY.
server.on('session', session => {
    let streams = 0;
    session.on('stream', () => {
        streams++;
        if (streams === STREAMS_PER_SESSION) {
            session.close();
        }
    });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
