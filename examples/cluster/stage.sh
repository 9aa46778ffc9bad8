#!/bin/bash
# Copies the parts of this node's ranks to its own disk: stage.sh PARTS LOCAL RANKS_PER_NODE, once a node.
# Ranks are placed by blocks, as Slurm and Open MPI do unless told otherwise.
set -eu
parts=$1 local=$2 each=$3 first=$((SLURM_NODEID * $3))
mkdir -p "$local"
cp "$parts/manifest.json" "$local/"
for ((rank = first; rank < first + each; rank++)); do
  cp -r "$parts/$(printf 'part-%04d' "$rank")" "$local/"
done
