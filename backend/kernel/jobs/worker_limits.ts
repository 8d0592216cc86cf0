/** How much one process works on, and how it looks after it. */
export interface WorkerLimits {
  /** Jobs this process works on at a time; those that wait for an answer do not count. */
  concurrency: number
  /** Jobs that may wait for an answer at a time, and how many of them for one outside system. */
  calls: number
  callsPerTarget: number
  /** How long a process may be silent before others take its jobs over. */
  leaseMs: number
  /** The net under the wake-ups: how often to look without having been called. */
  lookMs: number
  /** How long running jobs may go on when the process ends. */
  drainMs: number
}

export const defaultLimits: WorkerLimits = {
  concurrency: 64,
  calls: 1_000,
  callsPerTarget: 16,
  leaseMs: 10_000,
  lookMs: 3_000,
  drainMs: 10_000,
}
