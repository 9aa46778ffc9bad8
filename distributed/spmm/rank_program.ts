/**
 * Program of one rank, derived from a whole program: the same operations on the rank's own rows, sparse
 * products block by block with rows from other ranks, and sums over ranks where a result concerns all
 * vertices.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { outputsOf } from "../../training/operations/step_rules.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../training/program/tensor.ts";
import { type HaloRows, keptColumns } from "./halo_rows.ts";
import type { RankShare } from "./rank_share.ts";
import { type RowPartition, rowPartition } from "./row_partition.ts";
import { type BlockBroadcast, type SpmmSchedule, spmmSchedule } from "./schedule.ts";
import { groupRanks, memberRanks, placeOf } from "./scheme.ts";

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
  /** Bytes of the tensors in which rows of other ranks arrive. */
  readonly arrivalBytes: number;
}

/** Share of a program on one rank, with the numbers of its operands. */
export interface BoundRankProgram extends RankProgram {
  /** Numbers of the program's operands. */
  readonly bindings: Bindings;
}

/**
 * Derives a rank's program from its share.
 *
 * @param halo Rows that blocks read, where ranks send those alone; otherwise they broadcast all rows.
 */
export function rankProgram(share: RankShare, halo?: HaloRows): BoundRankProgram {
  return new RankProgramBuilder(share, halo).build();
}

class RankProgramBuilder {
  readonly #share: RankShare;
  readonly #halo: HaloRows | undefined;
  readonly #partition: RowPartition;
  readonly #schedule: SpmmSchedule;
  readonly #rank: number;
  readonly #group: number;
  readonly #member: number;
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

  constructor(share: RankShare, halo: HaloRows | undefined) {
    const { program, vertices, scheme, rank } = share;
    this.#share = share;
    this.#halo = halo;
    const { byRows, byColumns, lists } = this.#partition = rowPartition(program, vertices);
    this.#schedule = spmmSchedule(scheme);
    this.#rank = rank;
    const { group, member } = placeOf(scheme, rank);
    this.#group = group;
    this.#member = member;
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

  build(): BoundRankProgram {
    const { program } = this.#share;
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
      arrivalBytes: sumOf(this.#arrivals.values(), ({ rows, cols }) => 4 * rows * cols),
      bindings: this.#bindings(),
    };
  }

  #actions(step: Step): RankAction[] {
    if (step.op === "spmm") return this.#product(step);
    const own = renamed(step, new Map<unknown, unknown>([...this.#tensors, ...this.#indices])) as Step;
    const beside = memberRanks(this.#share.scheme, this.#member);
    // Members of a group have computed the same value: the sum takes one member of each group.
    const sums = beside.length === 1
      ? []
      : outputsOf(step).filter((tensor) => this.#partition.summed.has(tensor));
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
    const { scheme } = this.#share, halo = this.#halo;
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
    const { steps } = this.#schedule, halo = this.#halo;
    const columns = steps.map(({ broadcasts, products }) => ({
      message: broadcasts.find(({ ranks }) => ranks.includes(this.#rank))!,
      column: products.find(({ rank }) => rank === this.#rank)!.column,
    }));
    if (!halo) return columns;
    const first = Math.max(0, columns.findIndex(({ column }) => column >= this.#group));
    return [...columns.slice(first), ...columns.slice(0, first)];
  }

  /** Sends to each rank of this place the rows that its blocks read, where this rank has them. */
  #post({ wanted }: HaloRows, matrix: SparseOperand, tensor: Tensor): RankAction[] {
    const ranks = memberRanks(this.#share.scheme, this.#member);
    return ranks.length === 1 ? [] : [{ kind: "post", ranks, tensor, rows: wanted.get(matrix)! }];
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
      nnz: nnz(this.#share.blocks.get(whole)!.get(column)!),
    };
    this.#blocks.push({ operand, whole, column });
    return operand;
  }

  /** Rows of another rank's range that a block reads, where those alone are sent. */
  #kept(whole: SparseOperand, column: number): Uint32Array | undefined {
    return this.#halo?.needed.get(whole)?.get(column);
  }

  #bindings(): Bindings {
    const sparse = new Map<SparseOperand, CsrMatrix>();
    for (const { operand, whole, column } of this.#blocks) {
      const block = this.#share.blocks.get(whole)!.get(column)!, kept = this.#kept(whole, column);
      sparse.set(operand, kept ? keptColumns(block, kept) : block);
    }
    const own = <Whole, Own, Numbers>(numbers: ReadonlyMap<Whole, Numbers>, names: ReadonlyMap<Whole, Own>) =>
      new Map(Array.from(numbers, ([whole, values]) => [names.get(whole)!, values]));
    const inputs = own(this.#share.inputs, this.#tensors);
    for (const tensor of this.#arrivals.values()) {
      inputs.set(tensor, new Float32Array(tensor.rows * tensor.cols));
    }
    return { sparse, indices: own(this.#share.indices, this.#indices), inputs };
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
    return [this.#share.offsets[group], this.#share.offsets[group + 1]];
  }

  #height(group: number): number {
    const [begin, end] = this.#range(group);
    return end - begin;
  }
}

/** Copies a step with other operands. */
function renamed(value: unknown, names: ReadonlyMap<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return names.get(value) ??
    Object.fromEntries(Object.entries(value).map(([field, part]) => [field, renamed(part, names)]));
}
