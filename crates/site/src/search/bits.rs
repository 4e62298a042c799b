//! Numbers as bits, and bits as text: six to a digit. `site/search/bits.js` reads what is written here.

/// Six bits each.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A number below 64 as a digit; a greater one as the last.
pub fn digit(number: usize) -> char {
    char::from(DIGITS[number.min(63)])
}

/// Bits, the first of each number the highest.
#[derive(Default)]
pub struct Bits {
    text: String,
    /// Those that do not fill a digit yet, and how many they are.
    open: usize,
    count: u32,
}

impl Bits {
    /// As text; the last digit is filled with zeros.
    pub fn into_text(mut self) -> String {
        while self.count != 0 {
            self.bit(false);
        }
        self.text
    }

    /// Adds a bit.
    pub fn bit(&mut self, is_set: bool) {
        self.open = self.open * 2 + usize::from(is_set);
        self.count += 1;
        if self.count == 6 {
            self.text.push(digit(self.open));
            (self.open, self.count) = (0, 0);
        }
    }

    /// Adds a number of several bits.
    fn plain(&mut self, number: usize, bits: u32) {
        (0..bits).rev().for_each(|bit| self.bit(number >> bit & 1 == 1));
    }

    /// Adds a number below `size` in truncated binary: numbers near 0 take one bit less where `size` is no power of two.
    pub fn below(&mut self, number: usize, size: usize) {
        let bits = usize::BITS - (size - 1).leading_zeros();
        let short = (1 << bits) - size;
        if number < short { self.plain(number, bits - 1) } else { self.plain(number + short, bits) }
    }

    /// Adds a number from 1 on by Elias' gamma code: as many zeros as it has further bits, and itself.
    pub fn gamma(&mut self, number: usize) {
        let bits = usize::BITS - number.leading_zeros();
        (1..bits).for_each(|_| self.bit(false));
        self.plain(number, bits);
    }

    /// Adds a number from 1 to `most` as that many bits: ones, and a zero in the end except behind the most.
    pub fn unary(&mut self, number: usize, most: usize) {
        (1..number).for_each(|_| self.bit(true));
        if number < most {
            self.bit(false);
        }
    }

    /// Adds rising numbers from `low` until before `high` by binary interpolative coding: the middle one, then those on
    /// either side of it, each within what its neighbors leave. What stands close together takes hardly a bit each.
    pub fn rising(&mut self, numbers: &[usize], low: usize, high: usize) {
        let count = numbers.len();
        if count == 0 || count == high - low {
            return;
        }
        let middle = count / 2;
        let number = numbers[middle];
        self.below(number - low - middle, high - low - count + 1);
        self.rising(&numbers[..middle], low, number);
        self.rising(&numbers[middle + 1..], number + 1, high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Bits)) -> String {
        let mut bits = Bits::default();
        write(&mut bits);
        let digits = bits.into_text();
        let value = |c: u8| DIGITS.iter().position(|digit| *digit == c).expect("a digit");
        digits.bytes().map(|c| format!("{:06b}", value(c))).collect()
    }

    #[test]
    fn numbers_are_written_in_as_few_bits_as_they_need() {
        assert_eq!(written(|bits| bits.gamma(5)), "001010");
        assert_eq!(written(|bits| bits.unary(3, 4)), "110000");
        assert_eq!(written(|bits| bits.unary(4, 4)), "111000");
        assert_eq!(written(|bits| (0..3).for_each(|number| bits.below(number, 3))), "010110");
        assert_eq!(written(|bits| bits.below(0, 1)), "");
    }

    #[test]
    fn all_numbers_there_are_take_nothing() {
        assert_eq!(written(|bits| bits.rising(&[3, 4, 5], 3, 6)), "");
        assert_eq!(written(|bits| bits.rising(&[1], 0, 2)), "100000");
    }
}
