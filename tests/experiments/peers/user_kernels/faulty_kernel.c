/* A kernel that is right but for the fault that FAULT switches on. */
#include <fcntl.h>
#include <stdio.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "kernel.h"
static int calls;
/* Adds a letter to a file: b where a thread begins, e where it has ended. */
static void mark(char letter) {
  int file = open(MARKS, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (write(file, &letter, 1) != 1) abort();
  close(file);
}
static void *linger(void *unused) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 80);
  mark('e');
  return unused;
}
void *gnn_repro_prepare(const struct gnn_repro_spmm *operands) {
  if (FAULT == 1) return NULL;
  struct gnn_repro_spmm *kept = malloc(sizeof *kept);
  *kept = *operands;
  return kept;
}
int32_t gnn_repro_run(void *prepared) {
  const struct gnn_repro_spmm *p = prepared;
  calls++;
  if (FAULT == 2) return 3;
  if (FAULT == 3) *(volatile int *)8 = 1;
  if (FAULT == 4) sleep(100);
  if (FAULT == 5 && calls > 1) return 0;
  if (FAULT == 7) { printf("halfway "); fflush(stdout); }
  pthread_t thread;
  if (FAULT == 9) mark('b');
  if (FAULT == 9 && pthread_create(&thread, NULL, linger, NULL) == 0) pthread_detach(thread);
  for (int64_t row = 0; row < p->rows; row++)
    for (int64_t column = 0; column < p->width; column++) {
      float sum = 0;
      for (int32_t e = p->row_ptr[row]; e < p->row_ptr[row + 1]; e++)
        sum += p->values[e] * p->x[p->col_idx[e] * p->width + column];
      p->y[row * p->width + column] = sum;
    }
  if (FAULT == 6) ((float *)p->x)[0] += 1;
  if (FAULT == 10) p->y[p->rows * p->width] = 1;
  if (FAULT == 11 && calls > 1) p->y[-p->width] = 1;
  return 0;
}
#if FAULT != 8
void gnn_repro_destroy(void *prepared) { free(prepared); }
#endif
