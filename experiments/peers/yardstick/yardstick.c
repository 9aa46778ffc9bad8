/* y[r, :] = sum over the entries e of row r of values[e] * x[sources[e], :]
 *
 * The yardstick: what a C compiler makes of the row-split mapping with intrinsics of AVX2 or AVX-512. This project's
 * threads take blocks of rows and call it, so that nothing but the code differs; a row's columns go in passes of up to
 * eight vector accumulators, with requests ahead for rows of x. Arrays are those of this project's kernels: sources are
 * byte offsets of rows of x, and at least AHEAD zeros follow them; rows of x and y are `columns` floats apart, a
 * multiple of 4; values may be absent, then each is 1. */

#include <immintrin.h>
#include <stdint.h>

enum { AHEAD = 12, MOST_VECTORS = 8, LINE = 64 };

/* The argument block: one slot of 64 bits each. */
struct product {
  const uint32_t *row_ptr, *sources;
  const float *values;
  const char *x;
  float *y;
  int64_t columns;
};

#define INLINE static inline __attribute__((always_inline))

/* Requests the part of a row of x that the pass will read. */
INLINE void request(const struct product *p, uint32_t entry, int64_t column, int bytes) {
  const char *row = p->x + p->sources[entry + AHEAD] + 4 * column;
  for (int line = 0; line < bytes; line += LINE) _mm_prefetch(row + line, _MM_HINT_T0);
}

INLINE const float *source(const struct product *p, uint32_t entry, int64_t column) {
  return (const float *)(p->x + p->sources[entry]) + column;
}

#define AVX2 __attribute__((target("avx2,fma")))

AVX2 INLINE void pass_avx2(const struct product *p, int64_t row, int64_t column, const int vectors) {
  __m256 sum[MOST_VECTORS];
  for (int v = 0; v < vectors; v++) sum[v] = _mm256_setzero_ps();
  for (uint32_t entry = p->row_ptr[row]; entry < p->row_ptr[row + 1]; entry++) {
    request(p, entry, column, 32 * vectors);
    const float *x = source(p, entry, column);
    const __m256 weight = _mm256_set1_ps(p->values ? p->values[entry] : 1.0f);
    for (int v = 0; v < vectors; v++) sum[v] = _mm256_fmadd_ps(weight, _mm256_loadu_ps(x + 8 * v), sum[v]);
  }
  float *y = p->y + row * p->columns + column;
  for (int v = 0; v < vectors; v++) _mm256_storeu_ps(y + 8 * v, sum[v]);
}

/* The last four columns where eight do not fit. */
AVX2 INLINE void tail_avx2(const struct product *p, int64_t row, int64_t column) {
  __m128 sum = _mm_setzero_ps();
  for (uint32_t entry = p->row_ptr[row]; entry < p->row_ptr[row + 1]; entry++) {
    request(p, entry, column, 16);
    const __m128 weight = _mm_set1_ps(p->values ? p->values[entry] : 1.0f);
    sum = _mm_fmadd_ps(weight, _mm_loadu_ps(source(p, entry, column)), sum);
  }
  _mm_storeu_ps(p->y + row * p->columns + column, sum);
}

AVX2 static void row_avx2(const struct product *p, int64_t row) {
  int64_t column = 0;
  while (column + 8 <= p->columns) {
    const int64_t left = (p->columns - column) / 8;
    /* The number of accumulators is a constant in each case, so that they stay in registers. */
    switch (left) {
      case 1: pass_avx2(p, row, column, 1); column += 8; break;
      case 2: pass_avx2(p, row, column, 2); column += 16; break;
      case 3: pass_avx2(p, row, column, 3); column += 24; break;
      case 4: pass_avx2(p, row, column, 4); column += 32; break;
      case 5: pass_avx2(p, row, column, 5); column += 40; break;
      case 6: pass_avx2(p, row, column, 6); column += 48; break;
      case 7: pass_avx2(p, row, column, 7); column += 56; break;
      default: pass_avx2(p, row, column, 8); column += 64;
    }
  }
  if (column < p->columns) tail_avx2(p, row, column);
}

#define AVX512 __attribute__((target("avx512f")))

/* `last` masks the last vector. */
AVX512 INLINE void pass_avx512(const struct product *p, int64_t row, int64_t column, const int vectors, __mmask16 last) {
  __m512 sum[MOST_VECTORS];
  for (int v = 0; v < vectors; v++) sum[v] = _mm512_setzero_ps();
  for (uint32_t entry = p->row_ptr[row]; entry < p->row_ptr[row + 1]; entry++) {
    request(p, entry, column, 64 * vectors);
    const float *x = source(p, entry, column);
    const __m512 weight = _mm512_set1_ps(p->values ? p->values[entry] : 1.0f);
    for (int v = 0; v < vectors - 1; v++) sum[v] = _mm512_fmadd_ps(weight, _mm512_loadu_ps(x + 16 * v), sum[v]);
    const __m512 tail = _mm512_maskz_loadu_ps(last, x + 16 * (vectors - 1));
    sum[vectors - 1] = _mm512_fmadd_ps(weight, tail, sum[vectors - 1]);
  }
  float *y = p->y + row * p->columns + column;
  for (int v = 0; v < vectors - 1; v++) _mm512_storeu_ps(y + 16 * v, sum[v]);
  _mm512_mask_storeu_ps(y + 16 * (vectors - 1), last, sum[vectors - 1]);
}

AVX512 static void row_avx512(const struct product *p, int64_t row) {
  const int64_t whole = 16 * MOST_VECTORS;
  for (int64_t column = 0; column < p->columns; column += whole) {
    const int64_t left = p->columns - column < whole ? p->columns - column : whole;
    const __mmask16 last = (__mmask16)(0xffff >> (15 - (left - 1) % 16));
    switch ((left + 15) / 16) {
      case 1: pass_avx512(p, row, column, 1, last); break;
      case 2: pass_avx512(p, row, column, 2, last); break;
      case 3: pass_avx512(p, row, column, 3, last); break;
      case 4: pass_avx512(p, row, column, 4, last); break;
      case 5: pass_avx512(p, row, column, 5, last); break;
      case 6: pass_avx512(p, row, column, 6, last); break;
      case 7: pass_avx512(p, row, column, 7, last); break;
      default: pass_avx512(p, row, column, 8, last);
    }
  }
}

/* The rows [range[0], range[1]), by the calling convention of this project's machine code, whose threads call it. */
static void rows_avx2(const uint32_t range[2], const struct product *p) {
  for (uint32_t row = range[0]; row < range[1]; row++) row_avx2(p, row);
}

static void rows_avx512(const uint32_t range[2], const struct product *p) {
  for (uint32_t row = range[0]; row < range[1]; row++) row_avx512(p, row);
}

/* Address of the code for vectors of 256 or 512 bits. */
uintptr_t spmm_rows(int32_t bits) { return bits == 512 ? (uintptr_t)rows_avx512 : (uintptr_t)rows_avx2; }
