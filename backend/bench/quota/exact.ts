import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { testDatabase } from '@crossdock/kernel/testing'
import { startProcess } from '../start_process.js'
import type { OnceOptions } from '../lines/once_options.js'
import type { Line } from '../report.js'

const requests = 100_000
const path = '/api/assets?range=[0,0]'
/** Counts are written once a second. */
const writtenMs = 2_500

/** Checks that the usage rows and the ledger contain the exact number of calls. */
export async function benchExact({ quick }: OnceOptions): Promise<Line[]> {
  const server = await startProcess<{ url: string; headers: Record<string, string> }>(
    'quota/quota_server'
  )
  const { url, headers } = server.ready
  const count = quick ? 1_000 : requests
  const pool = new Pool(url, { connections: 16 })
  const ask = async (asked: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path: asked, headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${asked} was answered ${statusCode}: ${text}`)
    return text
  }
  const before = used(await ask('/api/tenant/usage'))
  await Promise.all(
    Array.from({ length: 16 }, async (_, at) => {
      for (let made = at; made < count; made += 16) await ask(path)
    })
  )
  await pause(writtenMs)
  const after = used(await ask('/api/tenant/usage'))
  await pool.close()
  await server.close()
  // Each request for the usage is a call as well, and the ledger has already counted the current one.
  const counted = { ledger: after.ledger - before.ledger - 1, row: after.row - before.row - 1 }
  const text = (n: number) => n.toLocaleString('en')
  return [
    {
      what: `${text(count)} calls by token on ${testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'}, as the ledger and the rows of usage have them`,
      ours: `${text(counted.ledger)} and ${text(counted.row)}`,
      yardstick: text(count),
      ratio: '',
      target: 'exactly',
      holds: counted.ledger === count && counted.row === count,
    },
  ]
}

interface Usage {
  environments: { meters: { name: string; used: number }[] }[]
  days: { apiCalls: number }[]
}

function used(text: string): { ledger: number; row: number } {
  const { environments, days } = JSON.parse(text) as Usage
  const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
  const month = environments.flatMap(({ meters }) =>
    meters.filter(({ name }) => name === 'apiCallsPerMonth')
  )
  return {
    ledger: sum(month.map((meter) => meter.used)),
    row: sum(days.map(({ apiCalls }) => apiCalls)),
  }
}
