//! How a page calls: it writes a message into the memory of the module, and reads the answer there.
//!
//! Plain functions of numbers and addresses, so that nothing stands between module and page. The memory is that of vectors, and no
//! address that comes from outside is ever followed.

use crate::{Desk, Skills};

/// A desk, with the message that it is asked next and the last answer.
pub struct Calls {
    desk: Desk,
    message: Vec<u8>,
    answer: Vec<u8>,
}

impl Calls {
    /// Nothing is asked yet.
    pub fn with(skills: Skills) -> Self {
        Self { desk: Desk::with(skills), message: Vec::new(), answer: Vec::new() }
    }

    /// Makes room for a message of so many bytes, and says where.
    pub fn room(&mut self, length: usize) -> *mut u8 {
        self.message = vec![0; length];
        self.message.as_mut_ptr()
    }

    /// Answers the message, and says how long the answer is.
    pub fn answer(&mut self) -> usize {
        let message = std::mem::take(&mut self.message);
        self.answer = self.desk.answer(&message);
        self.answer.len()
    }

    /// Where the answer is, until the next message.
    pub const fn answered(&self) -> *const u8 {
        self.answer.as_ptr()
    }
}

/// Exports the functions of [`Calls`] from a module, for a desk with these skills.
#[macro_export]
macro_rules! module {
    ($skills:expr) => {
        ::std::thread_local! {
            static CALLS: ::std::cell::RefCell<$crate::Calls> = ::std::cell::RefCell::new($crate::Calls::with($skills));
        }

        /// Makes room for a message of so many bytes, and says where.
        #[unsafe(no_mangle)]
        pub extern "C" fn room(length: usize) -> *mut u8 {
            CALLS.with_borrow_mut(|calls| calls.room(length))
        }

        /// Answers the message, and says how long the answer is.
        #[unsafe(no_mangle)]
        pub extern "C" fn answer() -> usize {
            CALLS.with_borrow_mut($crate::Calls::answer)
        }

        /// Where the answer is, until the next message.
        #[unsafe(no_mangle)]
        pub extern "C" fn answered() -> *const u8 {
            CALLS.with_borrow($crate::Calls::answered)
        }
    };
}
