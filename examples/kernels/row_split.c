/* SpMM in C, Y = A X: threads share the rows out, and sums of 16 columns of a row stay in registers.
 *
 *     cc -O3 -march=native -fopenmp -shared -fPIC -Iexperiments/peers/user_kernels -o row-split.so \
 *       examples/kernels/row_split.c
 *     deno task repro own/kernel-ladder --kernel row-split.so --filter 'dataset=pubmed && width=64'
 */

#include <stdlib.h>

#include "kernel.h"

enum { BLOCK = 16 };

void *gnn_repro_prepare(const struct gnn_repro_spmm *operands) {
  struct gnn_repro_spmm *kept = malloc(sizeof *kept);
  if (kept) *kept = *operands;
  return kept;
}

int32_t gnn_repro_run(void *prepared) {
  const struct gnn_repro_spmm *p = prepared;
#pragma omp parallel for schedule(dynamic, 64) num_threads((int)p->threads)
  for (int64_t row = 0; row < p->rows; row++) {
    float *y = p->y + row * p->width;
    for (int64_t first = 0; first < p->width; first += BLOCK) {
      const int64_t columns = p->width - first < BLOCK ? p->width - first : BLOCK;
      float sum[BLOCK] = {0};
      for (int32_t entry = p->row_ptr[row]; entry < p->row_ptr[row + 1]; entry++) {
        const float *x = p->x + p->col_idx[entry] * p->width + first;
        const float value = p->values[entry];
        for (int64_t column = 0; column < columns; column++) sum[column] += value * x[column];
      }
      for (int64_t column = 0; column < columns; column++) y[first + column] = sum[column];
    }
  }
  return 0;
}

void gnn_repro_destroy(void *prepared) { free(prepared); }
