import { Pool } from 'undici'
import { testDatabase } from '@crossdock/kernel/testing'
import { startProcess } from './limit_process.js'
import type { OnceWanted } from './lines/once.js'
import type { Figure, Figures } from './paired/line.js'
import { measureInPairs, type Measured } from './paired/measure.js'
import { rowsOf } from './paired/rows.js'
import type { Line } from './report.js'

/** A pair is so many turns of each side: short ones, so that what drifts on the machine meets both alike. */
const turns = 4
const connections = 4

interface Compared<Wanted extends object> {
  /** Calls of one pair of the command, both sides together. */
  requests: number
  path: string
  cpuMs: Figure
  /** The name of a side, and what the server is told to be for it. */
  sides: readonly [name: string, wanted: Wanted][]
}

/**
 * Two sides of one server that is a process of its own, by the processor time of a call: told what to be, it says how much it
 * has used so far. `compare` may be asked several times.
 * @param program of this folder (`quota/quota_server`)
 */
export async function cpuOfCalls<Wanted extends object>(
  program: string,
  { pairs, quick }: OnceWanted,
  work: (compare: (compared: Compared<Wanted>) => Promise<Line[]>) => Promise<Line[]>
): Promise<Line[]> {
  const server = await startProcess<{ url: string; headers: Record<string, string> }>(program)
  const { url, headers } = server.told
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
        // Becoming it is not counted.
        await server.ask(wanted)
        const before = await server.ask<{ cpuMs: number }>(wanted)
        await Promise.all(Array.from({ length: connections }, () => calls(each / connections)))
        const after = await server.ask<{ cpuMs: number }>(wanted)
        return { cpuMs: (after.cpuMs - before.cpuMs) / each }
      },
    }))
    const measured = inTurns(await measureInPairs(ours!, limit!, { pairs: all }))
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

/** The turns of each pair as one figure: their mean, as all have as many calls. */
function inTurns({ ours, theirs, busiest }: Measured): Measured {
  const together = (each: Figures[]) =>
    Array.from({ length: each.length / turns }, (_, pair) => {
      const own = each.slice(pair * turns, (pair + 1) * turns)
      return { cpuMs: own.reduce((sum, { cpuMs }) => sum + cpuMs!, 0) / turns }
    })
  return { ours: together(ours), theirs: together(theirs), busiest }
}
