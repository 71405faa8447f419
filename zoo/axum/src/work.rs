//! The work behind each path. Nothing here blocks a worker thread, except by computing.

use crate::task::{LockKind, Task};
use axum::http::StatusCode;
use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::hint;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

type Answer = (StatusCode, String);

pub struct Work {
    inside: Inside,
    client: Client<HttpConnector, Empty<Bytes>>,
    downstream: Option<String>,
}

impl Work {
    pub fn new(downstream: Option<String>) -> Work {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Work {
            inside: Inside::default(),
            client: Client::builder(TokioExecutor::new()).build(connector),
            downstream,
        }
    }

    /// Counts as inside until the answer is there or the client has gone.
    pub async fn answer(&self, task: Task) -> Answer {
        let _entered = (task != Task::ReadStats).then(|| self.inside.enter());
        match task {
            Task::Hello => ok("Hello world!"),
            Task::Sleep(ms) => {
                tokio::time::sleep(millis(ms)).await;
                ok(format!("slept {ms} ms"))
            }
            Task::Fib(n) => ok(fibonacci_sum(n).to_string()),
            Task::Burn(us) => {
                burn(Duration::from_micros(us.into()));
                ok(format!("burned {us} us"))
            }
            Task::Lock(ms, kind) => lock(ms, kind).await,
            Task::Native(ms) => block("blocked", ms).await,
            Task::Init(ms) => block("initialised", ms).await,
            Task::Downstream(ms) => self.call(ms).await,
            Task::ReadStats => ok(self.inside.figures()),
            Task::Refused(status, why) => (
                StatusCode::from_u16(status).expect("a status of our own"),
                why,
            ),
        }
    }

    /// The delay service's own answer; 502 when it gave none that is good, 503 when there is no
    /// such service.
    async fn call(&self, ms: u32) -> Answer {
        let Some(authority) = &self.downstream else {
            let why = "no delay service: start this server with --downstream URL";
            return (StatusCode::SERVICE_UNAVAILABLE, why.into());
        };
        self.get(&format!("http://{authority}/sleep?ms={ms}"))
            .await
            .unwrap_or_else(|why| (StatusCode::BAD_GATEWAY, why))
    }

    async fn get(&self, url: &str) -> Result<Answer, String> {
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
            return Err(format!("the delay service said {status} where 200 was due"));
        }
        Ok(ok(String::from_utf8_lossy(&body)))
    }
}

fn ok(text: impl Into<String>) -> Answer {
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

/// Busy for that much elapsed time.
fn burn(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        hint::spin_loop();
    }
}

/// Rust has one kind of lock, which serves for both; nobody else waits for it.
async fn lock(ms: u32, kind: LockKind) -> Answer {
    let slept = tokio::task::spawn_blocking(move || {
        let own = Mutex::new(());
        let _held = own.lock();
        thread::sleep(millis(ms));
    });
    let kind = match kind {
        LockKind::Synchronized => "synchronized",
        LockKind::Reentrant => "reentrant",
    };
    match slept.await {
        Ok(()) => ok(format!("held {kind} {ms} ms")),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()),
    }
}

async fn block(done: &str, ms: u32) -> Answer {
    match tokio::task::spawn_blocking(move || thread::sleep(millis(ms))).await {
        Ok(()) => ok(format!("{done} {ms} ms")),
        Err(why) => (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()),
    }
}

/// How many requests are in a handler, and how long they were in one: the server's own view of its
/// concurrency and of its time.
#[derive(Default)]
struct Inside {
    now: AtomicUsize,
    highest: AtomicUsize,
    left: AtomicU64,
    nanos: AtomicU64,
}

impl Inside {
    /// Counts until what it returns is dropped.
    fn enter(&self) -> Entered<'_> {
        let entered = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.highest.fetch_max(entered, Ordering::Relaxed);
        Entered(self, Instant::now())
    }

    /// `now highest left nanos`, as in `zoo/work`.
    fn figures(&self) -> String {
        let now = self.now.load(Ordering::Relaxed);
        let highest = self.highest.load(Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed);
        let nanos = self.nanos.load(Ordering::Relaxed);
        format!("{now} {highest} {left} {nanos}")
    }
}

struct Entered<'a>(&'a Inside, Instant);

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let Entered(inside, since) = self;
        let nanos = since.elapsed().as_nanos() as u64;
        inside.nanos.fetch_add(nanos, Ordering::Relaxed);
        inside.left.fetch_add(1, Ordering::Relaxed);
        inside.now.fetch_sub(1, Ordering::Relaxed);
    }
}
