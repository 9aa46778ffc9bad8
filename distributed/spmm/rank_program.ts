/**
 * Program of one rank, derived from a whole program: the same operations on the rank's own rows, sparse
 * products block by block with rows from other ranks, and sums over ranks where a result concerns all
 * vertices.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { submatrix } from "../../graph/submatrix.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import { outputsOf } from "../../training/operations/step_rules.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../training/program/tensor.ts";
import { type HaloRows, keptColumns } from "./halo_rows.ts";
import type { RowPartition } from "./row_partition.ts";
import type { BlockBroadcast, SpmmSchedule } from "./schedule.ts";
import { groupCount, groupRanks, memberRanks, placeOf } from "./scheme.ts";

/** Action of a rank. The lists of all ranks have equal kinds at equal places. */
export type RankAction =
  | {
    /** Runs a step of the rank's program. */
    readonly kind: "compute";
    /** The step. */
    readonly step: Step;
  }
  | {
    /** Receives rows of other vertices, or sends them. */
    readonly kind: "broadcast";
    /** The message. */
    readonly message: BlockBroadcast;
    /** Rows to send, where this rank is the root; otherwise the destination of the received rows. */
    readonly tensor: Tensor;
    /** Number of the product within the sequence: its broadcasts may begin as soon as the first one. */
    readonly product: number;
  }
  | {
    /** Begins to send the rows that other ranks need for a product. */
    readonly kind: "post";
    /** Ranks that take part, including this one, ascending. */
    readonly ranks: readonly number[];
    /** This rank's rows. */
    readonly tensor: Tensor;
    /** Rows to send to each of the ranks, by place; empty for a rank that needs none of them. */
    readonly rows: readonly Uint32Array[];
  }
  | {
    /** Waits for the rows of one rank that were posted. */
    readonly kind: "collect";
    /** Rank that sent them. */
    readonly from: number;
    /** Destination; absent where the rows are this rank's own. */
    readonly tensor?: Tensor;
  }
  | {
    /** Sums the ranks' partial values of one result. */
    readonly kind: "sum";
    /** Ranks that take part. */
    readonly ranks: readonly number[];
    /** The result. */
    readonly tensor: Tensor;
  };

/** Share of a program on one rank. */
export interface RankProgram {
  /** Number of the rank. */
  readonly rank: number;
  /** Range of the rank's rows of the whole: `[begin, end)`. */
  readonly rows: readonly [begin: number, end: number];
  /** Program with the rank's tensors and compute steps. */
  readonly program: Program;
  /** Actions of the rank, in order, in both sequences. */
  readonly actions: Readonly<Record<"train" | "evaluate", readonly RankAction[]>>;
  /** Tensor of the rank for each tensor of the whole program. */
  readonly tensors: ReadonlyMap<Tensor, Tensor>;
  /** Selects the rank's numbers from those of the whole. */
  bind(whole: Bindings): Bindings;
}

/** Program whose vertices are distributed over ranks. */
export interface SharedProgram {
  /** Program on one rank. */
  readonly program: Program;
  /** Partitioning of the operands. */
  readonly partition: RowPartition;
  /** Schedule of each sparse product. */
  readonly schedule: SpmmSchedule;
  /** First row of each group of ranks, and the number of rows at the end. */
  readonly offsets: Uint32Array;
  /** Number of stored entries of each block `[row][column]` of each sparse operand. */
  readonly entries: ReadonlyMap<SparseOperand, readonly (readonly number[])[]>;
  /** Rows that blocks read, where ranks send those alone; otherwise they broadcast all rows. */
  readonly halo?: HaloRows;
}

/** Counts the stored entries of every block of the matrices, which ranges of rows and columns make. */
export function blockEntries(
  sparse: Bindings["sparse"],
  offsets: Uint32Array,
): ReadonlyMap<SparseOperand, readonly (readonly number[])[]> {
  const groups = offsets.length - 1;
  return new Map(Array.from(sparse, ([operand, matrix]) => {
    const counts = Array.from({ length: groups }, () => new Array<number>(groups).fill(0));
    for (let row = 0, i = 0; row < matrix.rows; row++) {
      while (row >= offsets[i + 1]) i++;
      for (let entry = matrix.rowPtr[row], j = 0; entry < matrix.rowPtr[row + 1]; entry++) {
        while (matrix.colIdx[entry] >= offsets[j + 1]) j++;
        counts[i][j]++;
      }
    }
    return [operand, counts] as const;
  }));
}

/**
 * Derives a rank's program.
 *
 * @throws {UsageError} where there are fewer vertices than groups of ranks.
 */
export function rankProgram(shared: SharedProgram, rank: number): RankProgram {
  return new RankProgramBuilder(shared, rank).build();
}

class RankProgramBuilder {
  readonly #shared: SharedProgram;
  readonly #rank: number;
  readonly #group: number;
  readonly #member: number;
  readonly #offsets: Uint32Array;
  readonly #own: Tensor[] = [];
  readonly #tensors = new Map<Tensor, Tensor>();
  readonly #indices = new Map<IndexOperand, IndexOperand>();
  readonly #blocks: {
    readonly operand: SparseOperand;
    readonly whole: SparseOperand;
    readonly column: number;
  }[] = [];
  /** Destinations of received rows, by shape; one a shape suffices, since messages arrive one at a time. */
  readonly #arrivals = new Map<string, Tensor>();
  #products = 0;

  constructor(shared: SharedProgram, rank: number) {
    const { program, partition: { vertices, byRows, byColumns, lists }, schedule: { scheme } } = shared;
    this.#shared = shared;
    this.#rank = rank;
    const { group, member } = placeOf(scheme, rank);
    this.#group = group;
    this.#member = member;
    const groups = groupCount(scheme);
    if (vertices < groups) {
      throw new UsageError({
        action: "share a product among ranks",
        current: `${vertices} rows for ${groups} groups of ranks`,
        wanted: "a row for each group at least",
        next: "take fewer ranks",
      });
    }
    this.#offsets = shared.offsets;
    const height = this.#height(group);
    for (const tensor of program.tensors) {
      const rows = byRows.has(tensor) ? height : tensor.rows;
      const cols = byColumns.has(tensor) ? height : tensor.cols;
      this.#tensors.set(tensor, this.#add({ ...tensor, rows, cols }));
    }
    for (const index of program.indices) {
      this.#indices.set(index, { ...index, length: lists.has(index) ? height : index.length });
    }
  }

  build(): RankProgram {
    const { program } = this.#shared;
    const actions = {
      train: program.train.flatMap((step) => this.#actions(step)),
      evaluate: program.evaluate.flatMap((step) => this.#actions(step)),
    };
    const computed = (list: readonly RankAction[]) =>
      list.flatMap((action) => action.kind === "compute" ? [action.step] : []);
    const own: Program = {
      tensors: this.#own,
      sparse: this.#blocks.map(({ operand }) => operand),
      indices: [...this.#indices.values()],
      parameters: program.parameters.map((parameter) => ({
        ...parameter,
        tensor: this.#tensors.get(parameter.tensor)!,
      })),
      train: computed(actions.train),
      evaluate: computed(actions.evaluate),
      loss: this.#tensors.get(program.loss)!,
      scores: this.#tensors.get(program.scores)!,
    };
    return {
      rank: this.#rank,
      rows: this.#range(this.#group),
      program: own,
      actions,
      tensors: this.#tensors,
      bind: (whole) => this.#bind(whole),
    };
  }

  #actions(step: Step): RankAction[] {
    if (step.op === "spmm") return this.#product(step);
    const own = renamed(step, new Map<unknown, unknown>([...this.#tensors, ...this.#indices])) as Step;
    const beside = memberRanks(this.#shared.schedule.scheme, this.#member);
    // Members of a group have computed the same value: the sum takes one member of each group.
    const sums = beside.length === 1
      ? []
      : outputsOf(step).filter((tensor) => this.#shared.partition.summed.has(tensor));
    return [
      { kind: "compute", step: own },
      ...sums.map((tensor): RankAction => ({
        kind: "sum",
        ranks: beside,
        tensor: this.#tensors.get(tensor)!,
      })),
    ];
  }

  /**
   * Actions of a sparse product: `T += A_gj B` for the columns j of this rank, then the sum over its group.
   */
  #product(step: Extract<Step, { op: "spmm" }>): RankAction[] {
    const { schedule: { scheme }, halo } = this.#shared;
    const { layer, phase, pass } = step;
    const place = { layer, phase, pass };
    const x = this.#tensors.get(step.x)!, y = this.#tensors.get(step.out)!;
    const actions: RankAction[] = halo ? this.#post(halo, step.matrix, x) : [];
    const product = this.#products++, columns = this.#columns();
    let sum: Tensor | undefined;
    for (const [at, { message, column }] of columns.entries()) {
      const isOwn = message.root === this.#rank;
      const height = this.#kept(step.matrix, column)?.length ?? this.#height(column);
      const rows = isOwn ? x : this.#arrival(height, x.cols);
      if (message.ranks.length > 1) {
        actions.push(
          halo
            ? { kind: "collect", from: message.root, ...(isOwn ? {} : { tensor: rows }) }
            : { kind: "broadcast", message, tensor: rows, product },
        );
      }
      const last = at === columns.length - 1;
      const part = sum === undefined && last ? y : this.#like(y, `part ${column} of ${y.label}`);
      const matrix = this.#block(step.matrix, column);
      actions.push({ kind: "compute", step: { op: "spmm", matrix, x: rows, out: part, ...place } });
      if (sum !== undefined) {
        const to: Tensor = last ? y : this.#like(y, `sum to ${column} of ${y.label}`);
        const adding: Step = { op: "add", alpha: 1, x: sum, beta: 1, y: part, out: to, ...place };
        actions.push({ kind: "compute", step: adding });
        sum = to;
      } else sum = part;
    }
    if (scheme.replication > 1) {
      actions.push({ kind: "sum", ranks: groupRanks(scheme, this.#group), tensor: y });
    }
    return actions;
  }

  /**
   * Columns that this rank multiplies, with the broadcasts that bring their rows, in the order of the
   * schedule. Where rows are posted, the columns after its own group's come first, and its own before all
   * others: what it has is multiplied while the rest is on its way.
   */
  #columns(): { readonly message: BlockBroadcast; readonly column: number }[] {
    const { schedule: { steps }, halo } = this.#shared;
    const columns = steps.map(({ broadcasts, products }) => ({
      message: broadcasts.find(({ ranks }) => ranks.includes(this.#rank))!,
      column: products.find(({ rank }) => rank === this.#rank)!.column,
    }));
    if (!halo) return columns;
    const first = Math.max(0, columns.findIndex(({ column }) => column >= this.#group));
    return [...columns.slice(first), ...columns.slice(0, first)];
  }

  /** Sends to each rank of this place the rows that its blocks read, where this rank is their root. */
  #post(halo: HaloRows, matrix: SparseOperand, tensor: Tensor): RankAction[] {
    const { scheme } = this.#shared.schedule, ranks = memberRanks(scheme, this.#member);
    if (ranks.length === 1) return [];
    const isRoot = this.#columns().some(({ message }) => message.root === this.#rank);
    const rows = ranks.map((rank) =>
      isRoot && rank !== this.#rank
        ? halo.get(matrix)![placeOf(scheme, rank).group][this.#group]
        : new Uint32Array()
    );
    return [{ kind: "post", ranks, tensor, rows }];
  }

  #block(whole: SparseOperand, column: number): SparseOperand {
    const known = this.#blocks.find((block) => block.whole === whole && block.column === column);
    if (known) return known.operand;
    const operand: SparseOperand = {
      ...whole,
      id: this.#blocks.length,
      label: `block ${this.#group}, ${column} of ${whole.label}`,
      rows: this.#height(this.#group),
      cols: this.#kept(whole, column)?.length ?? this.#height(column),
      nnz: this.#shared.entries.get(whole)![this.#group][column],
    };
    this.#blocks.push({ operand, whole, column });
    return operand;
  }

  /** Rows of another rank's range that a block reads, where those alone are sent. */
  #kept(whole: SparseOperand, column: number): Uint32Array | undefined {
    const { halo } = this.#shared;
    return halo && column !== this.#group ? halo.get(whole)![this.#group][column] : undefined;
  }

  #bind(whole: Bindings): Bindings {
    const [begin, end] = this.#range(this.#group);
    const { partition: { byRows, byColumns, lists } } = this.#shared;
    const sparse = new Map<SparseOperand, CsrMatrix>();
    for (const block of this.#blocks) {
      const rows = this.#range(this.#group), cols = this.#range(block.column);
      const cut = submatrix(whole.sparse.get(block.whole)!, { rows, cols });
      const kept = this.#kept(block.whole, block.column);
      sparse.set(block.operand, kept ? keptColumns(cut, kept) : cut);
    }
    const indices = new Map(Array.from(this.#indices, ([index, own]) => {
      const list = whole.indices.get(index)!;
      return [own, lists.has(index) ? list.slice(begin, end) : list];
    }));
    const inputs = new Map<Tensor, HostNumbers>();
    for (const [tensor, numbers] of whole.inputs) {
      const width = byRows.has(tensor) ? tensor.cols : 1;
      const cut = byRows.has(tensor) || byColumns.has(tensor);
      inputs.set(this.#tensors.get(tensor)!, cut ? numbers.slice(begin * width, end * width) : numbers);
    }
    for (const tensor of this.#arrivals.values()) {
      inputs.set(tensor, new Float32Array(tensor.rows * tensor.cols));
    }
    return { sparse, indices, inputs };
  }

  #arrival(rows: number, cols: number): Tensor {
    return this.#arrivals.getOrInsertComputed(
      `${rows} x ${cols}`,
      () => this.#add({ label: `rows of others, ${rows} x ${cols}`, kind: "input", rows, cols }),
    );
  }

  #like({ kind, rows, cols }: Tensor, label: string): Tensor {
    return this.#add({ label, kind, rows, cols });
  }

  #add(tensor: Omit<Tensor, "id">): Tensor {
    const own = { ...tensor, id: this.#own.length };
    this.#own.push(own);
    return own;
  }

  #range(group: number): readonly [number, number] {
    return [this.#offsets[group], this.#offsets[group + 1]];
  }

  #height(group: number): number {
    return this.#offsets[group + 1] - this.#offsets[group];
  }
}

/** Copies a step with other operands. */
function renamed(value: unknown, names: ReadonlyMap<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return names.get(value) ??
    Object.fromEntries(Object.entries(value).map(([field, part]) => [field, renamed(part, names)]));
}
