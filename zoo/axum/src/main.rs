//! axum on Tokio: one worker thread per processor; they share the connections and never block.

mod http1;
mod options;
mod protocols;
mod tls;
mod work;
mod work_item;

use axum::Router;
use axum::body::Bytes;
use axum::http::{Uri, header};
use axum::response::IntoResponse;
use axum::serve::{Listener, ListenerExt};
use options::Options;
use protocols::Protocols;
use std::io::{self, Read};
use std::net::SocketAddr;
use std::process;
use std::sync::Arc;
use std::thread;
use tokio::net::{TcpListener, TcpSocket};
use work::Work;

/// Length of the listen queue, the same in every server of the zoo.
const BACKLOG: u32 = 4096;

/// Threads for `/lock`, `/native`, `/init` and `/file`; Tokio's default is 512.
const BLOCKING_THREADS: usize = 200;

fn main() {
    exit_when_input_closes();
    let options =
        options::parse(std::env::args().skip(1)).unwrap_or_else(|message| exit(2, message));
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()
        .and_then(|runtime| runtime.block_on(serve(options)))
        .unwrap_or_else(|failure| exit(1, failure));
}

/// By default hyper has no limit on connections, requests per connection or idle time.
async fn serve(options: Options) -> io::Result<()> {
    let listener = listen((options.listen, options.port).into())
        .unwrap_or_else(|failure| exit(1, format!("cannot listen on the port: {failure}")));
    let protocols = Protocols::of(&options)?;
    println!("READY port={}", listener.local_addr()?.port());
    let work = Arc::new(Work::new(options.downstream));
    let router = Router::new().fallback(move |uri: Uri, _body: Bytes| respond(work, uri));
    let mut listener = listener.tap_io(|connection| {
        connection
            .set_nodelay(true)
            .unwrap_or_else(|failure| eprintln!("TCP_NODELAY: {failure}"));
    });
    loop {
        let (connection, _) = listener.accept().await;
        protocols.serve(connection, router.clone());
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

async fn respond(work: Arc<Work>, uri: Uri) -> impl IntoResponse {
    let (status, text) = work.respond(work_item::of(uri.path(), uri.query())).await;
    (
        status,
        [(header::CONTENT_TYPE, "text/plain;charset=utf-8")],
        text,
    )
}

/// Ends the process when standard input closes, which the kernel does even if the lab is killed.
fn exit_when_input_closes() {
    thread::spawn(|| {
        let mut unread = [0; 64];
        while io::stdin().read(&mut unread).is_ok_and(|bytes| bytes > 0) {}
        process::exit(0);
    });
}

fn exit<T>(code: i32, why: impl std::fmt::Display) -> T {
    eprintln!("{why}");
    process::exit(code)
}
