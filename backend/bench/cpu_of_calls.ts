import { Pool } from 'undici'
import { testDatabase } from '@crossdock/kernel/testing'
import { startProcess } from './start_process.js'
import type { OnceOptions } from './lines/once_options.js'
import type { Figure, Figures } from './paired/line.js'
import { measureInPairs, type Measured } from './paired/measure.js'
import { rowsOf } from './paired/rows.js'
import type { Line } from './report.js'

/** A pair consists of several short turns of each side, so that drift of the machine affects both equally. */
const turns = 4
const connections = 4

interface Compared<Wanted extends object> {
  /** Calls of one pair, both sides together. */
  requests: number
  path: string
  cpuMs: Figure
  /** The name of a side, and the server's configuration for it. */
  sides: readonly [name: string, wanted: Wanted][]
}

/**
 * Compares two configurations of one server process by the processor time of a call. The server reports its
 * processor time. `compare` may be called several times.
 * @param program of this folder (`quota/quota_server`)
 */
export async function cpuOfCalls<Wanted extends object>(
  program: string,
  { pairs, quick }: OnceOptions,
  work: (compare: (compared: Compared<Wanted>) => Promise<Line[]>) => Promise<Line[]>
): Promise<Line[]> {
  const server = await startProcess<{ url: string; headers: Record<string, string> }>(program)
  const { url, headers } = server.ready
  const pool = new Pool(url, { connections })
  const all = pairs * turns
  const compare = async ({ requests, path, cpuMs, sides }: Compared<Wanted>) => {
    const each = quick ? 20 : Math.ceil(requests / all / 2)
    const calls = async (count: number) => {
      for (let at = 0; at < count; at++) {
        const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
        await body.dump()
        if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}.`)
      }
    }
    const [ours, limit] = sides.map(([name, wanted]) => ({
      name,
      async measure() {
        // The switch itself is not measured.
        await server.ask(wanted)
        const before = await server.ask<{ cpuMs: number }>(wanted)
        await Promise.all(Array.from({ length: connections }, () => calls(each / connections)))
        const after = await server.ask<{ cpuMs: number }>(wanted)
        return { cpuMs: (after.cpuMs - before.cpuMs) / each }
      },
    }))
    const measured = meanOfTurns(await measureInPairs(ours!, limit!, { pairs: all }))
    const database = testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'
    return rowsOf({ figures: { cpuMs } }, measured, { database, limit: limit!.name })
  }
  try {
    return await work(compare)
  } finally {
    await pool.close()
    await server.close()
  }
}

/** Reduces the turns of each pair to their mean, because all have the same number of calls. */
function meanOfTurns({ ours, theirs, busiest }: Measured): Measured {
  const together = (each: Figures[]) =>
    Array.from({ length: each.length / turns }, (_, pair) => {
      const own = each.slice(pair * turns, (pair + 1) * turns)
      return { cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs!, 0) / turns }
    })
  return { ours: together(ours), theirs: together(theirs), busiest }
}
