//! SpMM in Rust, Y = A X, on one thread.
//!
//!     rustc -O -C target-cpu=native --crate-type cdylib -o row-split-rust.so examples/kernels/row_split.rs
//!     deno task repro own/kernel-ladder --kernel row-split-rust.so --filter 'dataset=pubmed && width=64'

use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Operands, as kernel.h has them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Spmm {
    rows: i64,
    cols: i64,
    entries: i64,
    width: i64,
    row_ptr: *const i32,
    col_idx: *const i32,
    values: *const f32,
    x: *const f32,
    y: *mut f32,
    threads: i64,
}

#[no_mangle]
pub unsafe extern "C" fn gnn_repro_prepare(operands: *const Spmm) -> *mut Spmm {
    Box::into_raw(Box::new(*operands))
}

#[no_mangle]
pub unsafe extern "C" fn gnn_repro_run(prepared: *mut Spmm) -> i32 {
    let p = &*prepared;
    let (rows, width, entries) = (p.rows as usize, p.width as usize, p.entries as usize);
    let row_ptr = from_raw_parts(p.row_ptr, rows + 1);
    let (col_idx, values) = (from_raw_parts(p.col_idx, entries), from_raw_parts(p.values, entries));
    let x = from_raw_parts(p.x, p.cols as usize * width);
    let y = from_raw_parts_mut(p.y, rows * width);
    for (row, sums) in y.chunks_exact_mut(width).enumerate() {
        sums.fill(0.0);
        for entry in row_ptr[row] as usize..row_ptr[row + 1] as usize {
            let source = &x[col_idx[entry] as usize * width..][..width];
            for (sum, feature) in sums.iter_mut().zip(source) {
                *sum += values[entry] * feature;
            }
        }
    }
    0
}

#[no_mangle]
pub unsafe extern "C" fn gnn_repro_destroy(prepared: *mut Spmm) {
    drop(Box::from_raw(prepared));
}
