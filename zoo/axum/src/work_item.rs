//! The work that a request asks for, parsed from its path and query, as `WorkItem` of `zoo/work`.

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LockKind {
    Synchronized,
    Reentrant,
}

#[derive(Debug, PartialEq)]
pub enum WorkItem {
    /// `/hello`: responds at once.
    Hello,
    /// `/sleep?ms=`: waits, as for a database.
    Sleep(u32),
    /// `/fib?n=`: computes a fixed amount.
    Fib(u32),
    /// `/burn?us=`: computes for a fixed time.
    Burn(u32),
    /// `/allocate?kb=`: allocates memory that is free after the response.
    Allocate(u32),
    /// `/lock?ms=&kind=`: waits while it holds its own lock, or with `shared=true` the one of all
    /// such requests.
    Lock(u32, LockKind, bool),
    /// `/native?ms=`: waits in a blocking system call.
    Native(u32),
    /// `/init?ms=`: the same, because Rust has no classes to initialise.
    Init(u32),
    /// `/file?ms=`: the same as `/native`: a read of a file blocks a thread.
    FileRead(u32),
    /// `/downstream?ms=`: waits for another server.
    Downstream(u32),
    /// `/stats`: responds with the `HandlerStats`.
    ReadStats,
    /// Any other request: status and one sentence for the client.
    Invalid(u16, String),
}

pub fn of(path: &str, query: Option<&str>) -> WorkItem {
    parse(path, query).unwrap_or_else(|why| WorkItem::Invalid(400, why))
}

fn parse(path: &str, query: Option<&str>) -> Result<WorkItem, String> {
    Ok(match path {
        "/hello" => WorkItem::Hello,
        "/sleep" => WorkItem::Sleep(number(query, "ms", 600_000)?),
        "/fib" => WorkItem::Fib(number(query, "n", 1_000_000_000)?),
        "/burn" => WorkItem::Burn(number(query, "us", 60_000_000)?),
        "/allocate" => WorkItem::Allocate(number(query, "kb", 65_536)?),
        "/lock" => WorkItem::Lock(
            number(query, "ms", 600_000)?,
            kind(query)?,
            parameter(query, "shared") == Some("true"),
        ),
        "/native" => WorkItem::Native(number(query, "ms", 600_000)?),
        "/init" => WorkItem::Init(number(query, "ms", 600_000)?),
        "/file" => WorkItem::FileRead(number(query, "ms", 600_000)?),
        "/downstream" => WorkItem::Downstream(number(query, "ms", 600_000)?),
        "/stats" => WorkItem::ReadStats,
        _ => WorkItem::Invalid(404, format!("no path {path}")),
    })
}

fn number(query: Option<&str>, name: &str, max: u32) -> Result<u32, String> {
    let text =
        parameter(query, name).ok_or(format!("parameter {name} is missing, as in ?{name}=100"))?;
    text.parse()
        .ok()
        .filter(|number| *number <= max && text.bytes().all(|byte| byte.is_ascii_digit()))
        .ok_or(format!(
            "{name} must be a whole number from 0 to {max}, was \"{text}\""
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

/// The first value of that name, if any.
fn parameter<'a>(query: Option<&'a str>, name: &str) -> Option<&'a str> {
    query?
        .split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}
