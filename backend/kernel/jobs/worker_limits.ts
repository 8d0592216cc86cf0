/** Capacity and timing of the workers of one process. */
export interface WorkerLimits {
  /** Concurrent jobs of this process; jobs that wait for an outside answer do not count. */
  concurrency: number
  /** Concurrent jobs that wait for an outside answer, in total and per outside system. */
  calls: number
  callsPerTarget: number
  /** How long a process may be silent before others take over its jobs. */
  leaseMs: number
  /** Polling interval, as a fallback for lost signals. */
  lookMs: number
  /** How long running jobs may continue when the process stops. */
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
