#!/bin/bash
# Training over ranks on hosts that Open MPI reaches by ssh, without a batch system:
#   train.sh HOSTFILE RANKS DATASET PARTS OUT [flags of train]
# HOSTFILE has a line a host: `node1 slots=4`. The cache folder has to be on a shared disk (GNN_REPRO_CACHE).
set -eu
hosts=$(realpath "$1") ranks=$2 dataset=$3 parts=$4 out=$5
shift 5
export OMPI_MCA_orte_default_hostfile=$hosts
exec deno task train "$dataset" --engine mpi --ranks "$ranks" --partition "$parts" --out "$out" "$@"
