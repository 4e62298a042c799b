//! A connection to somebody who reads: who takes nothing of an answer for a while is hung up on.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection whose answers have to be read in time.
pub struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while the other side takes nothing.
    until: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// A connection that ends when the other side takes nothing for so long.
    pub const fn new(stream: TcpStream, patience: Duration) -> Self {
        Self { stream, patience, until: None }
    }

    /// What came of a step of writing: an error where there has been none for too long.
    fn within<T>(&mut self, cx: &mut Context<'_>, step: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if step.is_ready() {
            self.until = None;
            return step;
        }
        let patience = self.patience;
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(patience)));
        until.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let step = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.within(cx, step)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let step = Pin::new(&mut this.stream).poll_flush(cx);
        this.within(cx, step)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let step = Pin::new(&mut this.stream).poll_shutdown(cx);
        this.within(cx, step)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn who_reads_nothing_is_hung_up_on() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let failed = runtime.block_on(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
            let reader = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
            let (stream, _) = listener.accept().await.expect("a connection");
            let mut answer = Patient::new(stream, Duration::from_millis(50));
            let bytes = vec![0; 1 << 20];
            let failed = loop {
                // The system holds some megabytes for somebody who reads nothing.
                if let Err(error) = poll_fn(|cx| Pin::new(&mut answer).poll_write(cx, &bytes)).await {
                    break error;
                }
            };
            drop(reader);
            failed
        });
        assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
    }
}
