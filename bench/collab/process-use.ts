import { readFileSync } from "node:fs";

/** Processor time a process has used so far, in milliseconds: user and system of all its threads. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may hold anything; the numbers stand behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Milliseconds all processors of the machine have idled so far. */
export function machineIdleMs(): number {
  const [, , , , idle] = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/) ?? [];
  return Number(idle) * MS_PER_TICK;
}
