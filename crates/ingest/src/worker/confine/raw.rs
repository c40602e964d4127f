//! System calls that the safe interfaces don't offer: closing descriptors without an owner, and calls that a
//! worker must be refused.
#![allow(unsafe_code)]

/// Closes the descriptors beyond standard input, output and error that this process inherited, and returns
/// their numbers. Call it before the process has opened anything that it wants to keep.
#[cfg(unix)]
pub(super) fn close_inherited() -> Vec<i32> {
    let list = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let listed = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.ok()?.file_name().to_str()?.parse::<i32>().ok().filter(|number| *number > 2)
    };
    // The listing has a descriptor of its own, which is already closed here.
    let mut numbers: Vec<i32> =
        std::fs::read_dir(list).map(|all| all.filter_map(listed).collect()).unwrap_or_default();
    numbers.retain(|number| is_open(*number));
    for number in &numbers {
        // SAFETY: no value of this process owns the descriptor. The caller has opened none, the standard
        // library has closed its own again, and the first three are left alone.
        unsafe { rustix::io::close(*number) };
    }
    numbers
}

#[cfg(not(unix))]
pub(super) fn close_inherited() -> Vec<i32> {
    Vec::new()
}

#[cfg(unix)]
fn is_open(number: i32) -> bool {
    // SAFETY: the descriptor is only asked for its flags while it is borrowed; one that is not open returns
    // an error.
    let borrowed = unsafe { std::os::fd::BorrowedFd::borrow_raw(number) };
    rustix::io::fcntl_getfd(borrowed).is_ok()
}

/// Requests tracing by the parent; returns the error when that is refused.
#[cfg(target_os = "linux")]
pub(super) fn try_ptrace() -> std::io::Result<()> {
    // SAFETY: PTRACE_TRACEME takes no pointers and changes this process alone.
    let result = unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) };
    if result == -1 { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

/// Forks this process; returns the error when that is refused.
#[cfg(target_os = "linux")]
pub(super) fn try_fork() -> std::io::Result<()> {
    // SAFETY: the child ends at once without touching anything; the parent waits for it.
    match unsafe { libc::fork() } {
        -1 => Err(std::io::Error::last_os_error()),
        // SAFETY: ends the child without running destructors of the parent's values.
        0 => unsafe { libc::_exit(0) },
        child => {
            // SAFETY: the status is not wanted, which a null pointer expresses.
            unsafe { libc::waitpid(child, std::ptr::null_mut(), 0) };
            Ok(())
        }
    }
}
