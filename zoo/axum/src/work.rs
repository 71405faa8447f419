//! The work behind each path. Only computing occupies a worker thread; nothing blocks it.

use crate::work_item::{LockKind, WorkItem};
use axum::http::StatusCode;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::hint;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

type Response = (StatusCode, String);

pub struct Work {
    stats: HandlerStats,
    /// The lock of `/lock?shared=true`.
    shared: Arc<Mutex<()>>,
    client: Client<HttpConnector, Empty<Bytes>>,
    downstream: Option<String>,
}

impl Work {
    pub fn new(downstream: Option<String>) -> Work {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Work {
            stats: HandlerStats::default(),
            shared: Arc::default(),
            client: Client::builder(TokioExecutor::new()).build(connector),
            downstream,
        }
    }

    /// The request counts as being in a handler until it completes or the client disconnects.
    pub async fn respond(&self, item: WorkItem) -> Response {
        let _entered = (item != WorkItem::ReadStats).then(|| self.stats.enter());
        match item {
            WorkItem::Hello => ok("Hello world!"),
            WorkItem::Sleep(ms) => {
                tokio::time::sleep(millis(ms)).await;
                ok(format!("slept {ms} ms"))
            }
            WorkItem::Fib(n) => ok(fibonacci_sum(n).to_string()),
            WorkItem::Burn(us) => {
                burn(Duration::from_micros(us.into()));
                ok(format!("burned {us} us"))
            }
            WorkItem::Allocate(kb) => ok(format!("allocated {} KB", allocate(kb))),
            WorkItem::Lock(ms, kind, shared) => self.lock(ms, kind, shared).await,
            WorkItem::Native(ms) => block("blocked", ms).await,
            WorkItem::Init(ms) => block("initialised", ms).await,
            WorkItem::FileRead(ms) => block("read after", ms).await,
            WorkItem::Downstream(ms) => self.call(ms).await,
            WorkItem::ReadStats => ok(self.stats.text()),
            WorkItem::Invalid(status, why) => {
                (StatusCode::from_u16(status).expect("a valid status"), why)
            }
        }
    }

    /// Rust has one kind of lock, which stands for both; each request has its own, or all share one.
    async fn lock(&self, ms: u32, kind: LockKind, shared: bool) -> Response {
        let own = match shared {
            true => self.shared.clone(),
            false => Arc::default(),
        };
        let slept = tokio::task::spawn_blocking(move || {
            let _held = own.lock();
            thread::sleep(millis(ms));
        });
        let kind = match kind {
            LockKind::Synchronized => "synchronized",
            LockKind::Reentrant => "reentrant",
        };
        let held = if shared { "held shared" } else { "held" };
        match slept.await {
            Ok(()) => ok(format!("{held} {kind} {ms} ms")),
            Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()),
        }
    }

    /// Returns the delay service's response; 502 if the call fails, 503 if there is no such service.
    async fn call(&self, ms: u32) -> Response {
        let Some(authority) = &self.downstream else {
            let why = "no delay service: start this server with --downstream URL";
            return (StatusCode::SERVICE_UNAVAILABLE, why.into());
        };
        self.get(&format!("http://{authority}/sleep?ms={ms}"))
            .await
            .unwrap_or_else(|why| (StatusCode::BAD_GATEWAY, why))
    }

    async fn get(&self, url: &str) -> Result<Response, String> {
        let failed = |why: &dyn std::fmt::Display| format!("the delay service failed: {why}");
        let uri = url
            .parse()
            .map_err(|e: hyper::http::uri::InvalidUri| failed(&e))?;
        let response = self.client.get(uri).await.map_err(|e| failed(&e))?;
        let status = response.status();
        let body = response
            .into_body()
            .collect()
            .await
            .map_err(|e| failed(&e))?
            .to_bytes();
        if status != StatusCode::OK {
            let status = status.as_u16();
            return Err(format!(
                "the delay service responded {status}, expected 200"
            ));
        }
        Ok(ok(String::from_utf8_lossy(&body)))
    }
}

fn ok(text: impl Into<String>) -> Response {
    (StatusCode::OK, text.into())
}

fn millis(ms: u32) -> Duration {
    Duration::from_millis(ms.into())
}

/// `F[1] + … + F[n]` with `F[1] = F[2] = 1` in 32 bits that overflow, as in `zoo/work`.
fn fibonacci_sum(n: u32) -> i64 {
    let (mut current, mut next, mut sum) = (1i32, 1i32, 0i64);
    for _ in 0..n {
        sum += i64::from(current);
        (current, next) = (next, current.wrapping_add(next));
    }
    sum
}

/// Allocates that many blocks of 1 KB, filled with zeros as in Java, and returns their number.
fn allocate(kilobytes: u32) -> usize {
    let blocks: Vec<Vec<u8>> = (0..kilobytes)
        .map(|_| hint::black_box(vec![0u8; 1024]))
        .collect();
    hint::black_box(blocks).len()
}

/// Spins for the given elapsed time.
fn burn(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        hint::spin_loop();
    }
}

async fn block(done: &str, ms: u32) -> Response {
    match tokio::task::spawn_blocking(move || thread::sleep(millis(ms))).await {
        Ok(()) => ok(format!("{done} {ms} ms")),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()),
    }
}

/// Counts the requests in a handler and their time there: the server's own view of its concurrency.
#[derive(Default)]
struct HandlerStats {
    now: AtomicUsize,
    highest: AtomicUsize,
    left: AtomicU64,
    nanos: AtomicU64,
}

impl HandlerStats {
    /// Counts a request until the result is dropped.
    fn enter(&self) -> Entered<'_> {
        let entered = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.highest.fetch_max(entered, Ordering::Relaxed);
        Entered(self, Instant::now())
    }

    /// Returns `now highest left nanos`, as in `zoo/work`.
    fn text(&self) -> String {
        let now = self.now.load(Ordering::Relaxed);
        let highest = self.highest.load(Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed);
        let nanos = self.nanos.load(Ordering::Relaxed);
        format!("{now} {highest} {left} {nanos}")
    }
}

struct Entered<'a>(&'a HandlerStats, Instant);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let Entered(stats, since) = self;
        let nanos = since.elapsed().as_nanos() as u64;
        stats.nanos.fetch_add(nanos, Ordering::Relaxed);
        stats.left.fetch_add(1, Ordering::Relaxed);
        stats.now.fetch_sub(1, Ordering::Relaxed);
    }
}
