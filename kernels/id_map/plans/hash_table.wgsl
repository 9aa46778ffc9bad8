// slot = insert(id), slot = find(id)      An open hash table with linear probing (fastgl, Algorithm 2); no entry point.
// Any invocation enters any id: whoever exchanges a free slot's 0 for id + 1 owns it; probing goes round the table.
// Needs: declared beside it, `table: array<atomic<u32>>` of pairs (id + 1, value), `counters: array<atomic<u32>>` of {numbered,
// full, atomics, probes} and `hash: Hash`; ids below 2^32 - 1.
// Shapes: table [2 slots], all 0 at first.
override COUNT: bool = false;

const NO_SLOT = 0xffffffffu;
const PATIENCE = 64u;  // probes between two looks at whether the table is known to be full

struct Hash {
  slots: u32,
  shift: u32,  // of Fibonacci hashing; 0: the hash is id mod slots
}

struct Entry {
  slot: u32,  // NO_SLOT where the table is full
  taken: bool,  // by this call
}

fn home(id: u32, hash: Hash) -> u32 {
  if (hash.shift == 0u) { return id % hash.slots; }
  return (id * 0x9e3779b1u) >> hash.shift;
}

fn counted(atomics: u32, probes: u32) {
  if (COUNT) {
    atomicAdd(&counters[2], atomics);
    atomicAdd(&counters[3], probes);
  }
}

// Whether a search may end: the table is known to be full, and nothing that it holds is read. Otherwise each id beyond
// its slots would go all around it.
fn isVain(tried: u32) -> bool {
  return tried % PATIENCE == 0u && atomicLoad(&counters[1]) != 0u;
}

fn insert(id: u32, hash: Hash) -> Entry {
  var slot = home(id, hash);
  for (var tried = 1u; tried <= hash.slots; tried++) {
    // A weak exchange may fail for no reason, with 0 for what it saw; then the slot is tried again.
    var exchange = atomicCompareExchangeWeak(&table[2u * slot], 0u, id + 1u);
    while (!exchange.exchanged && exchange.old_value == 0u) {
      exchange = atomicCompareExchangeWeak(&table[2u * slot], 0u, id + 1u);
    }
    if (exchange.exchanged || exchange.old_value == id + 1u) {
      counted(tried, tried);
      return Entry(slot, exchange.exchanged);
    }
    if (isVain(tried)) {
      counted(tried, tried);
      return Entry(NO_SLOT, false);
    }
    slot = select(slot + 1u, 0u, slot + 1u == hash.slots);
  }
  counted(hash.slots, hash.slots);
  atomicStore(&counters[1], 1u);
  return Entry(NO_SLOT, false);
}

fn find(id: u32, hash: Hash) -> u32 {
  var slot = home(id, hash);
  for (var tried = 1u; tried <= hash.slots; tried++) {
    let key = atomicLoad(&table[2u * slot]);
    if (key == id + 1u || key == 0u) {
      counted(0u, tried);
      return select(slot, NO_SLOT, key == 0u);
    }
    if (isVain(tried)) {
      counted(0u, tried);
      return NO_SLOT;
    }
    slot = select(slot + 1u, 0u, slot + 1u == hash.slots);
  }
  counted(0u, hash.slots);
  return NO_SLOT;
}
