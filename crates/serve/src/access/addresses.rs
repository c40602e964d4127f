//! Counts the connections of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the text by which an address is counted.
pub fn block_of(ip: IpAddr) -> String {
    match ip.to_canonical() {
        // A holder of one address of such a block has them all.
        IpAddr::V6(ip) if !ip.is_loopback() => {
            let [a, b, c, d, ..] = ip.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        other => other.to_string(),
    }
}

/// The connections by address.
#[derive(Debug, Clone)]
pub struct Addresses {
    open: Arc<Mutex<HashMap<String, usize>>>,
    most: usize,
}

/// A connection of an address, until it is dropped.
#[derive(Debug)]
pub struct Connected {
    addresses: Addresses,
    block: String,
}

impl Addresses {
    /// Creates a counter with this many connections for each address.
    pub fn new(most: usize) -> Self {
        Addresses { open: Arc::default(), most }
    }

    /// Takes one more connection of this address; returns `None` when it has too many.
    pub fn take(&self, ip: IpAddr) -> Option<Connected> {
        let block = block_of(ip);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(block.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count = count.saturating_add(1);
        Some(Connected { addresses: self.clone(), block })
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get(&self.block).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            open.remove(&self.block);
        } else {
            open.insert(self.block.clone(), left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_so_many() {
        let addresses = Addresses::new(2);
        let take = |ip: &str| addresses.take(ip.parse().unwrap());
        let (first, second) = (take("203.0.113.5"), take("::ffff:203.0.113.5"));
        assert!(first.is_some() && second.is_some());
        assert!(take("203.0.113.5").is_none(), "however it is written");
        let other = take("203.0.113.6");
        assert!(other.is_some());
        drop(first);
        let again = take("203.0.113.5");
        assert!(again.is_some());
        drop((second, again, other));
        assert!(addresses.open.lock().unwrap().is_empty());
    }

    #[test]
    fn a_network_of_the_sixth_version_is_one() {
        for (ip, block) in [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
            ("2001:db8:1:2::9", "2001:db8:1:2"),
            ("::1", "::1"),
            ("192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(block_of(ip.parse().unwrap()), block);
        }
    }
}
