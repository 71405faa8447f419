//! HTTP/1.1 on a connection.

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};

/// Serves the connection in a task of its own. An error ends it, and the client sees that.
pub fn serve<I>(connection: I, router: Router)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = TowerToHyperService::new(router);
    tokio::spawn(Builder::new().serve_connection(TokioIo::new(connection), service));
}
