//! What a request asks for, read from its path and query. The same as `Task` of `zoo/work`.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LockKind {
    Synchronized,
    Reentrant,
}

#[derive(Debug, PartialEq)]
pub enum Task {
    /// `/hello`: nothing but an answer.
    Hello,
    /// `/sleep?ms=`: waiting, as for a database.
    Sleep(u32),
    /// `/fib?n=`: a fixed amount of computing.
    Fib(u32),
    /// `/burn?us=`: computing for a fixed time.
    Burn(u32),
    /// `/lock?ms=&kind=`: waiting while a lock of its own is held.
    Lock(u32, LockKind),
    /// `/native?ms=`: waiting in a blocking call of the system.
    Native(u32),
    /// `/init?ms=`: the same, for there are no classes to initialise.
    Init(u32),
    /// `/downstream?ms=`: waiting for another server.
    Downstream(u32),
    /// `/stats`: how many requests are in a handler, and how long they were in one.
    ReadStats,
    /// Anything else: status and one sentence for the client.
    Refused(u16, String),
}

pub fn of(path: &str, query: Option<&str>) -> Task {
    read(path, query).unwrap_or_else(|why| Task::Refused(400, why))
}

fn read(path: &str, query: Option<&str>) -> Result<Task, String> {
    Ok(match path {
        "/hello" => Task::Hello,
        "/sleep" => Task::Sleep(number(query, "ms", 600_000)?),
        "/fib" => Task::Fib(number(query, "n", 1_000_000_000)?),
        "/burn" => Task::Burn(number(query, "us", 60_000_000)?),
        "/lock" => Task::Lock(number(query, "ms", 600_000)?, kind(query)?),
        "/native" => Task::Native(number(query, "ms", 600_000)?),
        "/init" => Task::Init(number(query, "ms", 600_000)?),
        "/downstream" => Task::Downstream(number(query, "ms", 600_000)?),
        "/stats" => Task::ReadStats,
        _ => Task::Refused(404, format!("no path {path}")),
    })
}

fn number(query: Option<&str>, name: &str, most: u32) -> Result<u32, String> {
    let text =
        parameter(query, name).ok_or(format!("parameter {name} is missing, as in ?{name}=100"))?;
    text.parse()
        .ok()
        .filter(|number| *number <= most && text.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(format!(
            "{name} must be a whole number from 0 to {most}, was \"{text}\""
        ))
}

fn kind(query: Option<&str>) -> Result<LockKind, String> {
    match parameter(query, "kind") {
        Some("synchronized") => Ok(LockKind::Synchronized),
        Some("reentrant") => Ok(LockKind::Reentrant),
        Some(other) => Err(format!(
            "kind must be synchronized or reentrant, was \"{other}\""
        )),
        None => Err("parameter kind is missing: it is synchronized or reentrant".into()),
    }
}

/// The first value of that name.
fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    query?
        .split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}
