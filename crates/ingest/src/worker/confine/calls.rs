//! The seccomp filters: the system calls that a process may still make.

use std::collections::BTreeMap;

use rustix::process::getpid;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::force::Force;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// The calls that reading files from a pipe needs: memory, threads, time, random numbers, the open
/// descriptors, and an orderly end. No call here creates a descriptor or names a path or a process.
const READING: &[i64] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_membarrier,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_gettid,
    libc::SYS_getpid,
    // These can't fail, and callers rely on it.
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_ppoll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    // Handled by a filter of its own.
    libc::SYS_clone3,
];

/// The calls that a picture recognition program does not need. These are sockets, other processes' memory and
/// signals, and calls that change the system or inspect more than the process.
const NOT_FOR_PROGRAMS: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
];

/// Allows only the calls of reading; every other one is refused with "operation not permitted".
pub(super) fn for_reading() -> Force {
    force(reading().and_then(|rules| {
        // The C library starts threads with the older call, whose flags a filter can see, when the newer one
        // is missing.
        let absent = Rules::from([(libc::SYS_clone3, Vec::new())]);
        apply(absent, SeccompAction::Allow, SeccompAction::Errno(errno(libc::ENOSYS)))?;
        apply(rules, SeccompAction::Errno(errno(libc::EPERM)), SeccompAction::Allow)
    }))
}

/// Allows every call except those that a picture recognition program does not need.
pub(super) fn for_program() -> Force {
    let rules = NOT_FOR_PROGRAMS.iter().map(|call| (*call, Vec::new())).collect();
    force(apply(rules, SeccompAction::Allow, SeccompAction::Errno(errno(libc::EPERM))))
}

fn reading() -> Result<Rules, seccompiler::Error> {
    let own = u64::try_from(getpid().as_raw_nonzero().get()).unwrap_or_default();
    let mut rules: Rules = READING.iter().map(|call| (*call, Vec::new())).collect();
    // Allows threads of this process, but no new process.
    let thread = unsigned(libc::CLONE_THREAD);
    rules.insert(libc::SYS_clone, vec![only(0, SeccompCmpOp::MaskedEq(thread), thread)?]);
    // Allows memory only without the right to execute.
    let code = unsigned(libc::PROT_EXEC);
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![only(2, SeccompCmpOp::MaskedEq(code), 0)?]);
    }
    // Allows its own limits, and its own end: `abort` sends a signal to itself.
    rules.insert(libc::SYS_prlimit64, vec![only(0, SeccompCmpOp::Eq, 0)?]);
    rules.insert(libc::SYS_tgkill, vec![only(0, SeccompCmpOp::Eq, own)?]);
    // Allows naming a thread.
    rules.insert(libc::SYS_prctl, vec![only(0, SeccompCmpOp::Eq, unsigned(libc::PR_SET_NAME))?]);
    Ok(rules)
}

fn only(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::Error> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?;
    Ok(SeccompRule::new(vec![condition])?)
}

fn apply(rules: Rules, otherwise: SeccompAction, action: SeccompAction) -> Result<(), seccompiler::Error> {
    let arch: TargetArch =
        std::env::consts::ARCH.try_into().map_err(|e: BackendError| seccompiler::Error::Backend(e))?;
    let program: BpfProgram = SeccompFilter::new(rules, otherwise, action, arch)?.try_into()?;
    seccompiler::apply_filter(&program)
}

fn force(result: Result<(), seccompiler::Error>) -> Force {
    match result {
        Ok(()) => Force::InForce,
        Err(error) => Force::Absent { why: error.to_string() },
    }
}

fn errno(value: i32) -> u32 {
    u32::try_from(value).unwrap_or_default()
}

fn unsigned(value: i32) -> u64 {
    u64::try_from(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_of_reading_opens_reaches_or_starts_anything() {
        let rules = reading().unwrap();
        for call in NOT_FOR_PROGRAMS.iter().chain(&[
            libc::SYS_openat,
            libc::SYS_openat2,
            libc::SYS_execve,
            libc::SYS_execveat,
            libc::SYS_socketpair,
            libc::SYS_sendto,
            libc::SYS_sendmsg,
            libc::SYS_kill,
            libc::SYS_tkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_unlinkat,
            libc::SYS_renameat2,
            libc::SYS_statx,
            libc::SYS_readlinkat,
            libc::SYS_memfd_create,
            libc::SYS_pipe2,
            libc::SYS_dup,
            libc::SYS_dup3,
            libc::SYS_fcntl,
            libc::SYS_ioctl,
            libc::SYS_seccomp,
            libc::SYS_io_uring_enter,
            libc::SYS_chdir,
            libc::SYS_setuid,
            libc::SYS_capset,
            libc::SYS_shmget,
            libc::SYS_mq_open,
        ]) {
            assert!(!rules.contains_key(call), "system call {call}");
        }
        // A call that is allowed for some values only has a condition.
        for call in [libc::SYS_clone, libc::SYS_mmap, libc::SYS_prlimit64, libc::SYS_tgkill, libc::SYS_prctl]
        {
            assert_eq!(rules.get(&call).map(Vec::len), Some(1), "system call {call}");
        }
    }
}
