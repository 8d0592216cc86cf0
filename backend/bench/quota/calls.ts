import { Pool } from 'undici'
import { testDatabase } from '@crossdock/kernel/testing'
import { startProcess } from '../limit_process.js'
import type { OnceWanted } from '../lines/once.js'
import { ratioOf, type Figure } from '../paired/line.js'
import { measureInPairs } from '../paired/measure.js'
import { rowsOf } from '../paired/rows.js'
import type { Line } from '../report.js'

/** For each pair the command is given: short ones, so that what drifts on the machine meets both alike. */
const turns = 4
const requests = 20_000

const cpuMs: Figure = {
  what: 'processor time of a call by token with limits and metering, beside the same without',
  ...{ unit: 'ms', better: 'less', target: ratioOf(1.05, 1.02) },
}

/** What it costs a call to be counted. */
export async function benchQuota({ pairs, quick }: OnceWanted): Promise<Line[]> {
  const server = await startProcess<{ url: string; headers: Record<string, string> }>(
    'quota/quota_server'
  )
  const { url, headers } = server.told
  const all = pairs * turns
  const each = quick ? 20 : Math.ceil(requests / all / 2)
  const pool = new Pool(url, { connections: 4 })
  const work = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const path = '/api/assets?range=[0,24]'
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`The list was answered ${statusCode}.`)
    }
  }
  const side = (name: string, counted: boolean) => ({
    name,
    async measure() {
      const before = await server.ask<{ cpuMs: number }>({ counted })
      await Promise.all(Array.from({ length: 4 }, () => work(each / 4)))
      const after = await server.ask<{ cpuMs: number }>({ counted })
      return { cpuMs: (after.cpuMs - before.cpuMs) / each }
    },
  })
  const [counted, uncounted] = [side('with limits and metering', true), side('without', false)]
  const measured = await measureInPairs(counted, uncounted, { pairs: all })
  await pool.close()
  await server.close()
  const database = testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'
  return rowsOf({ figures: { cpuMs } }, measured, { database, limit: uncounted.name })
}
