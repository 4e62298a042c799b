//! How a page calls: it writes a message into the memory of the module, and reads the answer there.
//!
//! Plain functions of numbers and addresses, so that nothing stands between module and page. Only their names need leave to be what
//! they are; the memory is that of vectors, and no address that comes from outside is ever followed.
#![expect(unsafe_code, reason = "an exported function has its name as it is written, which may be that of another")]

use std::cell::RefCell;

use crate::Desk;

#[cfg(feature = "press")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Tells the page, while it waits for an answer, how many of how many pictures are drawn.
    pub safe fn drawn(done: usize, of: usize);
}

thread_local! {
    static CALLS: RefCell<Calls> = RefCell::default();
}

#[derive(Default)]
struct Calls {
    desk: Desk,
    message: Vec<u8>,
    answer: Vec<u8>,
}

/// Makes room for a message of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    CALLS.with_borrow_mut(|calls| {
        calls.message = vec![0; length];
        calls.message.as_mut_ptr()
    })
}

/// Answers the message, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    CALLS.with_borrow_mut(|calls| {
        let message = std::mem::take(&mut calls.message);
        calls.answer = calls.desk.answer(&message);
        calls.answer.len()
    })
}

/// Where the answer is, until the next message.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    CALLS.with_borrow(|calls| calls.answer.as_ptr())
}
