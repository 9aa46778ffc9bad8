/* A sparse-dense product of your own, Y = A X, beside those of gnn-repro:
 *
 *     cc -O3 -march=native -shared -fPIC -Iexperiments/peers/user_kernels -o libmine.so mine.c
 *     deno task repro own/kernel-ladder --kernel ./libmine.so --filter 'dataset=pubmed && width=64'
 *
 * gnn-repro loads the library into a process of its own, checks the product against a float64 oracle, times it in turn
 * with the other kernels, and checks it once more on fresh features. A kernel that writes to the operands, or within
 * 64 KiB before or behind Y, gets no time. Compile it from C, C++, Rust or Zig. */

#ifndef GNN_REPRO_KERNEL_H
#define GNN_REPRO_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Operands. Arrays keep their addresses until destroy; their first bytes are aligned to 64. */
struct gnn_repro_spmm {
  int64_t rows, cols;      /* A is rows x cols. */
  int64_t entries;         /* Stored entries of A. */
  int64_t width;           /* X is cols x width, Y is rows x width; both row-major, without padding. */
  const int32_t *row_ptr;  /* rows + 1 numbers: the entries of row r are row_ptr[r] to row_ptr[r + 1] - 1. */
  const int32_t *col_idx;  /* Column of each entry, ascending within a row. */
  const float *values;     /* Value of each entry. */
  const float *x;          /* X. Its numbers may change between two runs. */
  float *y;                /* Y, to be overwritten: full of NaN before a check, so NaN in a message means unwritten. */
  int64_t threads;         /* Threads that a run may use. */
};

/* One-off work for these operands, timed apart: plans, tilings, copies of A. Returns anything but NULL, which means
 * that the kernel cannot take them. The struct itself is gone after the call. */
void *gnn_repro_prepare(const struct gnn_repro_spmm *operands);

/* One product. Returns 0; any other number ends the kernel's cell with that number. */
int32_t gnn_repro_run(void *prepared);

/* Frees what prepare has made. */
void gnn_repro_destroy(void *prepared);

#ifdef __cplusplus
}
#endif

#endif
