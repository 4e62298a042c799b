//! Answers over HTTP, to a browser on this machine and to nobody else.
//!
//! **In** [`Showing`]s. **Out** the files of their outputs by path, and at `/-/events` an event for every change. Only this
//! machine can connect. A page of another site may have its own name lead here, so requests to other names than those of this machine
//! get nothing. A path is looked up among the outputs and never on the disk.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use futures_util::stream::{self, Stream};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::sync::watch::Receiver;

use super::patient::Patient;
use super::{Answer, Showing, live};

/// The first page.
const START: &str = "/site/index.html";

/// On every answer: nothing from elsewhere, nothing to elsewhere, in no other page, and never kept.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Types by ending.
const TYPES: [(&str, &str); 14] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".json", "application/json"),
    (".pdf", "application/pdf"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".jpg", "image/jpeg"),
    (".jpeg", "image/jpeg"),
    (".ttf", "font/ttf"),
    (".webmanifest", "application/manifest+json"),
    (".woff2", "font/woff2"),
    (".otf", "font/otf"),
    (".txt", "text/plain; charset=utf-8"),
];

/// The addresses that are listened at.
pub struct Doors {
    port: u16,
    listeners: Vec<TcpListener>,
}

impl Doors {
    /// Begins to listen at a port of this machine; 0 is any that is free. By the newer protocol as well, where there is one.
    ///
    /// # Errors
    /// When the port is taken.
    pub async fn open(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let port = listener.local_addr()?.port();
        let newer = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).await.ok();
        Ok(Self { port, listeners: std::iter::once(listener).chain(newer).collect() })
    }

    /// The address for a browser.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until the program is interrupted.
    ///
    /// # Errors
    /// When the system tells of no interruptions.
    pub async fn serve(self, showing: Receiver<Showing>) -> io::Result<()> {
        let router = router(showing, self.port);
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        for listener in self.listeners {
            // Ends with the program: a page that waits for events would keep it for ever.
            tokio::spawn(answer_all(listener, router.clone(), PATIENCE, Arc::clone(&room)));
        }
        tokio::signal::ctrl_c().await
    }
}

/// How long a request may take to arrive, and how long the reader of an answer may take none of it.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many connections there are at once: browsers have six each, and each page that is open waits on one.
const MOST_CONNECTIONS: usize = 256;
/// How long nobody is let in after the system had no room for one more.
const PAUSE: Duration = Duration::from_millis(500);

/// Answers on every connection, as long as there is room for it. One on which no whole request arrives in time is closed, between two requests as well.
async fn answer_all(listener: TcpListener, router: Router, patience: Duration, room: Arc<Semaphore>) {
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            // Most often there are no descriptors left: some connections end before long.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _place = place;
            let stream = TokioIo::new(Patient::new(stream, patience));
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(patience);
            // Whoever hangs up, or is hung up on, is told nothing.
            let _ = builder.serve_connection(stream, service).await;
        });
    }
}

fn router(showing: Receiver<Showing>, port: u16) -> Router {
    let mut router = Router::new()
        .route("/", get(|| async { Redirect::temporary(START) }))
        .route("/-/events", get(events))
        .fallback_service(get(file).with_state(showing.clone()));
    for (path, kind, text) in live::FILES {
        router = router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }));
    }
    router.with_state(showing).layer(middleware::from_fn_with_state(Arc::new(Hosts::of(port)), guard))
}

/// The names under which this server is asked.
struct Hosts([String; 3]);

impl Hosts {
    fn of(port: u16) -> Self {
        Self(["127.0.0.1", "localhost", "[::1]"].map(|name| match port {
            // The one that browsers leave out.
            80 => name.to_owned(),
            _ => format!("{name}:{port}"),
        }))
    }

    /// Whether a request is for one of them, and says so once.
    fn are_asked(&self, request: &Request) -> bool {
        let mut named = request.headers().get_all(header::HOST).iter();
        let host = named.next().and_then(|host| host.to_str().ok());
        let in_target = request.uri().authority().map(axum::http::uri::Authority::as_str);
        let is_known = |name: &str| self.0.iter().any(|known| known == name);
        named.next().is_none() && host.is_some_and(is_known) && in_target.is_none_or(is_known)
    }
}

/// Lets only requests to this server through, and puts [`HEADERS`] onto every answer.
async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match hosts.are_asked(&request) {
        true => next.run(request).await,
        false => StatusCode::MISDIRECTED_REQUEST.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A file of the outputs.
async fn file(State(mut showing): State<Receiver<Showing>>, uri: Uri) -> Response {
    // The first pages are asked for while the content is still being read.
    let Ok(now) = showing.wait_for(|showing| showing.generation > 0).await.map(|now| now.clone()) else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let path = path_of(&uri);
    let Some(outputs) = now.outputs else {
        let words = "There is nothing to show yet.";
        return page(&live::stand_in(words), now.generation, StatusCode::SERVICE_UNAVAILABLE);
    };
    let asked = path.clone();
    match tokio::task::spawn_blocking(move || outputs.file(&asked)).await {
        Ok(Answer::File(bytes)) => answer(&path, &bytes, now.generation),
        Ok(Answer::Missing) if path.ends_with(".html") => {
            page(&live::stand_in("There is no such page."), now.generation, StatusCode::NOT_FOUND)
        }
        Ok(Answer::Missing) => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        Ok(Answer::Failed) | Err(_) => {
            (StatusCode::INTERNAL_SERVER_ERROR, "This cannot be shown; see the errors in the terminal.\n")
                .into_response()
        }
    }
}

/// The path of an output as the browser asks for it. Nothing is decoded: no output needs it.
fn path_of(uri: &Uri) -> String {
    let path = uri.path().trim_start_matches('/');
    if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() }
}

fn answer(path: &str, bytes: &[u8], generation: u64) -> Response {
    match std::str::from_utf8(bytes) {
        Ok(text) if path.ends_with(".html") => page(text, generation, StatusCode::OK),
        _ => ([(header::CONTENT_TYPE, type_of(path))], bytes.to_vec()).into_response(),
    }
}

fn page(text: &str, generation: u64, status: StatusCode) -> Response {
    (status, [(header::CONTENT_TYPE, type_of(".html"))], live::with_script(text, generation)).into_response()
}

fn type_of(path: &str) -> &'static str {
    TYPES.iter().find(|(ending, _)| path.ends_with(ending)).map_or("application/octet-stream", |(_, kind)| kind)
}

/// What is shown, now and whenever it changes.
async fn events(State(mut showing): State<Receiver<Showing>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    showing.mark_changed();
    let changes = stream::unfold(showing, |mut showing| async move {
        showing.changed().await.ok()?;
        let data = message(&showing.borrow_and_update());
        Some((Ok(Event::default().data(data)), showing))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

/// An event: the run of the server, which is another one after a restart, the generation, and what is wrong.
fn message(showing: &Showing) -> String {
    json!({ "run": std::process::id(), "generation": showing.generation, "faults": showing.faults }).to_string()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn is_asked(target: &str, hosts: &[&str]) -> bool {
        let request = hosts.iter().fold(Request::get(target), |request, host| request.header(header::HOST, *host));
        Hosts::of(4173).are_asked(&request.body(Body::empty()).expect("a request"))
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for name in ["127.0.0.1:4173", "localhost:4173", "[::1]:4173"] {
            assert!(is_asked("/", &[name]), "{name}");
        }
        for name in ["127.0.0.1", "localhost:80", "evil.example:4173", "127.0.0.1:4173.evil.example", ""] {
            assert!(!is_asked("/", &[name]), "{name}");
        }
        assert!(!is_asked("/", &[]));
        assert!(!is_asked("/", &["localhost:4173", "evil.example"]));
        assert!(!is_asked("http://evil.example/", &["localhost:4173"]));
    }

    /// Whoever sends half of a request, or none, is not waited for; who sends a whole one is answered.
    #[test]
    fn slow_connections_are_closed() {
        use std::io::{Read as _, Write as _};

        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let doors = runtime.block_on(Doors::open(0)).expect("a port");
        let (_sender, showing) = tokio::sync::watch::channel(Showing::default());
        let (port, listener) = (doors.port, doors.listeners.into_iter().next().expect("a listener"));
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        runtime.spawn(answer_all(listener, router(showing, port), Duration::from_millis(200), room));
        for sent in [
            String::new(),
            "GET / HTTP/1.1\r\nHost: ".to_owned(),
            format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"),
        ] {
            let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
            stream.set_read_timeout(Some(Duration::from_secs(10))).expect("set");
            stream.write_all(sent.as_bytes()).expect("it is taken");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).expect("it is closed in time");
            assert_eq!(answer.starts_with("HTTP/1.1 307"), sent.ends_with("\r\n\r\n"), "{sent}: {answer}");
        }
    }

    /// Where all places are taken, the next connection waits until one of them ends.
    #[test]
    fn so_many_connections_are_answered_at_once() {
        use std::io::{Read as _, Write as _};

        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let doors = runtime.block_on(Doors::open(0)).expect("a port");
        let (_sender, showing) = tokio::sync::watch::channel(Showing::default());
        let (port, listener) = (doors.port, doors.listeners.into_iter().next().expect("a listener"));
        let patience = Duration::from_secs(30);
        runtime.spawn(answer_all(listener, router(showing, port), patience, Arc::new(Semaphore::new(2))));
        let connect = || std::net::TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let [first, second, mut third] = [(); 3].map(|()| connect());
        let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        third.write_all(request.as_bytes()).expect("it is taken");
        third.set_read_timeout(Some(Duration::from_millis(300))).expect("set");
        let mut answer = [0; 12];
        assert!(third.read_exact(&mut answer).is_err(), "there is no room");
        drop(first);
        third.set_read_timeout(Some(Duration::from_secs(10))).expect("set");
        third.read_exact(&mut answer).expect("there is room now");
        assert_eq!(&answer, b"HTTP/1.1 307");
        drop(second);
    }

    #[test]
    fn a_folder_is_its_index() {
        assert_eq!(path_of(&Uri::from_static("/site/lantern/?a#b")), "site/lantern/index.html");
        assert_eq!(path_of(&Uri::from_static("/site/%2e%2e/x")), "site/%2e%2e/x");
    }
}
