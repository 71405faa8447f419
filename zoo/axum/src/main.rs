//! axum on Tokio: worker threads, one a processor, share the connections and never wait.

mod options;
mod task;
mod work;

use axum::Router;
use axum::body::Bytes;
use axum::http::{Uri, header};
use axum::response::IntoResponse;
use axum::serve::ListenerExt;
use options::Options;
use std::io::{self, Read};
use std::net::Ipv4Addr;
use std::process;
use std::sync::Arc;
use std::thread;
use tokio::net::{TcpListener, TcpSocket};
use work::Work;

/// What a connection may wait in before it is accepted, the same in every server of the zoo.
const BACKLOG: u32 = 4096;

/// Threads for blocking code, which only `/lock` is; Tokio's default is 512.
const BLOCKING_THREADS: usize = 200;

fn main() {
    leave_when_input_closes();
    let options = options::parse(std::env::args().skip(1)).unwrap_or_else(|wrong| leave(2, wrong));
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build()
        .and_then(|runtime| runtime.block_on(serve(options)))
        .unwrap_or_else(|failure| leave(1, failure));
}

/// No limit on connections, requests a connection or idle time is axum's default already.
async fn serve(options: Options) -> io::Result<()> {
    let listener = listen(options.port)
        .unwrap_or_else(|failure| leave(1, format!("cannot listen on the port: {failure}")));
    println!("READY port={}", listener.local_addr()?.port());
    let work = Arc::new(Work::new(options.downstream));
    let router = Router::new().fallback(move |uri: Uri, _body: Bytes| answer(work, uri));
    let listener = listener.tap_io(|connection| {
        connection
            .set_nodelay(true)
            .unwrap_or_else(|gone| eprintln!("TCP_NODELAY: {gone}"));
    });
    axum::serve(listener, router).await
}

/// Loopback, and nothing else.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(BACKLOG)
}

async fn answer(work: Arc<Work>, uri: Uri) -> impl IntoResponse {
    let (status, text) = work.answer(task::of(uri.path(), uri.query())).await;
    (
        status,
        [(header::CONTENT_TYPE, "text/plain;charset=utf-8")],
        text,
    )
}

/// Standard input closes when the lab dies, however it dies: no server outlives it.
fn leave_when_input_closes() {
    thread::spawn(|| {
        let mut unread = [0; 64];
        while io::stdin().read(&mut unread).is_ok_and(|bytes| bytes > 0) {}
        process::exit(0);
    });
}

fn leave<T>(code: i32, why: impl std::fmt::Display) -> T {
    eprintln!("{why}");
    process::exit(code)
}
