//! Compilation of one body for each register width.

/// Defines a function whose body is compiled for AVX-512, for AVX2 and for any processor.
macro_rules! at_level {
    ($(#[$doc:meta])* $visible:vis fn $name:ident($level:expr; $($argument:ident: $type:ty),*) $(-> $result:ty)? = $body:ident) => {
        $(#[$doc])*
        $visible fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
                fn wide($($argument: $type),*) $(-> $result)? {
                    $body::<true>($($argument),*)
                }
                #[target_feature(enable = "avx2,fma")]
                fn narrow($($argument: $type),*) $(-> $result)? {
                    $body::<true>($($argument),*)
                }
                use $crate::kernels::level::Kind;
                let level: $crate::kernels::level::Level = $level;
                match level.kind() {
                    Kind::Tiles | Kind::Avx512Dot | Kind::Avx512 => {
                        // SAFETY: a level exists only on a processor with its instructions.
                        #[allow(unsafe_code)]
                        return unsafe { wide($($argument),*) };
                    }
                    Kind::Avx2 => {
                        // SAFETY: as above.
                        #[allow(unsafe_code)]
                        return unsafe { narrow($($argument),*) };
                    }
                    Kind::Portable => {}
                }
            }
            $body::<false>($($argument),*)
        }
    };
}
pub(super) use at_level;
