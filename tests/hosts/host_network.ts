/**
 * Hosts on one machine: a network namespace each, joined by a bridge in a namespace of its own, with a shaped
 * rate. Nothing leaves these namespaces. Open MPI's launcher reaches the hosts through a script in place of
 * ssh.
 *
 * @module
 */
import { join } from "node:path";

/** Network of the hosts, unused elsewhere, and the rate of each host's link. */
const NETWORK = "10.77.0", RATE = "1gbit";

/** Longest time in seconds until a host whose link was set up is reached. */
const REACHED_SECONDS = 60;

function run(command: string, ...args: string[]): string {
  const { success, stdout, stderr } = new Deno.Command(command, { args, stdin: "null" }).outputSync();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}

/** Reason why this machine lets no test imitate hosts; `undefined` where it does. */
export function missingNamespaces(): string | undefined {
  if (Deno.build.os !== "linux") return "network namespaces are a thing of Linux";
  try {
    const network = new HostNetwork(2);
    network[Symbol.dispose]();
    return undefined;
  } catch (error) {
    return `no network namespaces: ${error instanceof Error ? error.message : error}`;
  }
}

/** Hosts with one address each: host i has `10.77.0.(i + 1)`. */
export class HostNetwork {
  /** Number of hosts. */
  readonly size: number;
  readonly #name = `gnn-${crypto.randomUUID().slice(0, 6)}`;
  readonly #folder = Deno.makeTempDirSync();

  /** Sets the network up; removes what it has made where that is not possible. */
  constructor(size: number) {
    this.size = size;
    try {
      this.#setUp();
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  #setUp(): void {
    const bridge = this.#bridge;
    run("ip", "netns", "add", bridge);
    run("ip", "-n", bridge, "link", "add", "bridge", "type", "bridge");
    run("ip", "-n", bridge, "link", "set", "bridge", "up");
    for (let host = 0; host < this.size; host++) {
      const space = this.#space(host), port = `port${host}`;
      run("ip", "netns", "add", space);
      run("ip", "-n", space, "link", "set", "lo", "up");
      run("ip", "-n", bridge, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space);
      run("ip", "-n", bridge, "link", "set", port, "master", "bridge", "up");
      run("ip", "-n", space, "address", "add", `${this.address(host)}/24`, "dev", "eth0");
      run("ip", "-n", space, "link", "set", "eth0", "up");
      const shape = ["rate", RATE, "burst", "512kb", "latency", "50ms"];
      run("ip", "netns", "exec", space, "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", ...shape);
    }
    const lines = Array.from({ length: this.size }, (_, host) => `${this.address(host)} slots=1\n`);
    Deno.writeTextFileSync(join(this.#folder, "hosts"), lines.join(""));
    // The launcher calls it as it would call ssh: agent HOST COMMAND...
    const agent = `#!/bin/sh\naddress=$1; shift\nspace=${this.#name}-$((\${address##*.} - 1))\n` +
      `exec ip netns exec $space unshare --uts sh -c "hostname $address; $*"\n`;
    Deno.writeTextFileSync(join(this.#folder, "agent"), agent, { mode: 0o755 });
    for (let host = 1; host < this.size; host++) this.#untilReached(host);
  }

  get #bridge(): string {
    return `${this.#name}-bridge`;
  }

  #space(host: number): string {
    return `${this.#name}-${host}`;
  }

  /** Address of a host, which is its name as well. */
  address(host: number): string {
    return `${NETWORK}.${host + 1}`;
  }

  /** Command line that runs a program on the first host. */
  onFirst(program: readonly string[]): string[] {
    const script = `hostname ${this.address(0)}; exec "$@"`;
    return [
      ...["ip", "netns", "exec", this.#space(0)],
      ...["unshare", "--uts", "sh", "-c", script, "sh", ...program],
    ];
  }

  /** Variables by which Open MPI starts ranks on the hosts and sends their messages by TCP alone. */
  get variables(): Record<string, string> {
    return {
      OMPI_MCA_orte_default_hostfile: join(this.#folder, "hosts"),
      OMPI_MCA_plm_rsh_agent: join(this.#folder, "agent"),
      OMPI_MCA_btl: "self,tcp",
      OMPI_MCA_btl_tcp_if_include: `${NETWORK}.0/24`,
      OMPI_MCA_oob_tcp_if_include: `${NETWORK}.0/24`,
    };
  }

  /** Bytes that a host has sent. */
  sentBytes(host: number): number {
    const [{ stats64 }] = JSON.parse(
      run("ip", "-n", this.#space(host), "-json", "-statistics", "link", "show", "dev", "eth0"),
    );
    return stats64.tx.bytes;
  }

  /** Takes a host off the network: nothing arrives there, and nothing comes from it. */
  lose(host: number): void {
    run("ip", "-n", this.#bridge, "link", "set", `port${host}`, "down");
  }

  /** Whether programs run on a host. */
  isBusy(host: number): boolean {
    return run("ip", "netns", "pids", this.#space(host)).trim() !== "";
  }

  /** Puts a host back, and returns when it and the first host reach each other. */
  find(host: number): void {
    run("ip", "-n", this.#bridge, "link", "set", `port${host}`, "up");
    this.#untilReached(host);
  }

  /**
   * Waits until a host reaches the first one. A link that is up carries nothing until the kernel has noticed,
   * up to seconds later on a busy machine, and Open MPI's daemons give up after three.
   */
  #untilReached(host: number): void {
    // Nothing listens at port 9, so the answer of a host that is reached is a refusal.
    const connect = ["timeout", "5", "bash", "-c", `: < /dev/tcp/${this.address(0)}/9`];
    const end = performance.now() + REACHED_SECONDS * 1000;
    for (;;) {
      const { stderr } = new Deno.Command("ip", {
        args: ["netns", "exec", this.#space(host), ...connect],
        env: { LC_ALL: "C" },
        stdin: "null",
      }).outputSync();
      const text = new TextDecoder().decode(stderr);
      if (text.includes("Connection refused")) return;
      if (performance.now() > end) throw new Error(`host ${host} does not reach the first: ${text.trim()}`);
    }
  }

  /** Ends what still runs on the hosts, and removes them. */
  [Symbol.dispose](): void {
    const hosts = Array.from({ length: this.size }, (_, host) => this.#space(host));
    for (const space of [...hosts, this.#bridge]) {
      try {
        const ids = run("ip", "netns", "pids", space).split("\n").filter((line) => line !== "").map(Number);
        for (const id of ids) Deno.kill(id, "SIGKILL");
      } catch {
        // The namespace was not made, or its programs have ended in the meantime.
      }
      new Deno.Command("ip", { args: ["netns", "delete", space], stderr: "null" }).outputSync();
    }
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
