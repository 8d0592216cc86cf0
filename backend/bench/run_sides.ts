import { Pool } from 'undici'
import type { Build } from './builds.js'
import { completionsOf, type Completions } from './completions.js'
import { callingEndpoint, workflow } from './flows.js'
import { startLimit } from './limit_process.js'
import { limitTenant } from './limits/runs_tables.js'
import { besideOf } from './limits/source.js'
import { startPartner } from './partner.js'
import type { Figures, Stand } from './paired/line.js'
import { startSubject } from './subject.js'

/** Runs of one side: triggers one of so many steps, and resolves when it has completed. */
export interface Runs {
  run(steps: number): Promise<void>
}

interface Options {
  /** Steps of the flows that will be run. */
  steps: number[]
  /** See `Completions`. */
  restless?: boolean
  measure(runs: Runs): Promise<Figures>
}

/** Product and hand-written limit, each able to run flows that call the same partner, measured by the same function. */
export async function standOfRuns(
  build: Build,
  { steps, restless = false, measure }: Options
): Promise<Stand> {
  const partner = await startPartner()
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${partner.port}` }, build)
  const { server, token, database, tenantId } = subject
  const closing: (() => unknown)[] = [() => subject.close(), () => partner.close()]
  const flows = new Map<number, string>()
  const endpoint = await callingEndpoint(subject, partner)
  for (const count of steps) flows.set(count, await workflow(subject, endpoint, count))
  const ours = new Pool(server.url, { connections: 128 })
  const looking = completionsOf('product', database, tenantId, restless)
  closing.unshift(() => looking.close())
  const pathOf = (count: number) => `/api/integrations/workflows/${flows.get(count)}/execute`
  return {
    ours: {
      name: 'Crossdock',
      restless,
      measure: () => measure(runs(ours, looking.ended, token.headers, pathOf)),
    },
    async limit() {
      const options = { source: besideOf(database), partner: partner.url }
      const limit = await startLimit('runs', options)
      closing.unshift(() => limit.close())
      const pool = new Pool(limit.url, { connections: 128 })
      const looking = completionsOf('limit', database, limitTenant, restless)
      closing.unshift(() => looking.close())
      const headers = { authorization: 'Bearer the one token there is' }
      return {
        name: 'by hand',
        restless,
        measure: () =>
          measure(runs(pool, looking.ended, headers, (count) => `/run?steps=${count}`)),
      }
    },
    async close() {
      for (const close of closing) await close()
    },
  }
}

function runs(
  pool: Pool,
  ended: Completions,
  headers: Record<string, string>,
  pathOf: (steps: number) => string
): Runs {
  const all = { ...headers, 'content-type': 'application/json' }
  return {
    async run(steps) {
      const request = { method: 'POST' as const, path: pathOf(steps), headers: all, body: '{}' }
      const { statusCode, body } = await pool.request(request)
      const text = await body.text()
      if (statusCode !== 202) throw new Error(`A run was answered ${statusCode}: ${text}`)
      await ended.finished((JSON.parse(text) as { executionId: string }).executionId)
    },
  }
}
