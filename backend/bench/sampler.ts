import { readdir, readFile, writeFile } from 'node:fs/promises'

/** Ticks per second in /proc: 100 on every Linux that Node supports (getconf CLK_TCK). */
const ticks = 100

export interface Sample {
  at: number
  /** Processor time of all its threads, in seconds. */
  seconds: number
  /** How often one of its threads started to wait, and so was woken later. */
  waits: number
}

/** The resources a process has used so far, from /proc. Linux only. */
export async function sample(pid: number): Promise<Sample> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in parentheses and may contain anything. The fields from the third on follow it (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const threads = await readdir(`/proc/${pid}/task`)
  const waits = await Promise.all(
    threads.map(async (thread) => {
      const status = await readFile(`/proc/${pid}/task/${thread}/status`, 'utf8').catch(() => '')
      return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    })
  )
  return {
    at: performance.now(),
    seconds: (Number(fields[11]) + Number(fields[12])) / ticks,
    waits: waits.reduce((sum, one) => sum + one, 0),
  }
}

/** CPU usage (percent of a core) and wake-ups per second between two samples. */
export function usageBetween(before: Sample, after: Sample): { core: number; wakeUps: number } {
  const seconds = (after.at - before.at) / 1000
  return {
    core: ((after.seconds - before.seconds) / seconds) * 100,
    wakeUps: (after.waits - before.waits) / seconds,
  }
}

/** Resident memory in MiB: current (`VmRSS`) or peak (`VmHWM`). */
export async function memory(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${which}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024
}

/** Resets the peak `VmHWM` (proc(5), clear_refs). */
export const resetPeakMemory = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

/** Why process metrics are unavailable on this machine. */
export const missingProc = async () =>
  process.platform === 'linux' ? undefined : 'only Linux has /proc'
