import { Pool } from 'undici'
import type { Build } from './builds.js'
import { completionsOf, type Completions } from './completions.js'
import { createCallEndpoint, createWorkflow } from './flows.js'
import { startBaseline } from './start_process.js'
import { baselineTenant } from './baselines/runs_tables.js'
import { separateSource } from './baselines/source.js'
import { startPartner } from './partner.js'
import type { Figures, Comparison } from './paired/line.js'
import { startSubject } from './subject.js'

/** Runs flows of Crossdock or of the baseline. `run` resolves when its run has completed. */
export interface Runs {
  run(steps: number): Promise<void>
}

interface Options {
  /** The numbers of steps of the flows. */
  steps: number[]
  /** See `Completions`. */
  busyPoll?: boolean
  measure(runs: Runs): Promise<Figures>
}

/**
 * Compares the product with a hand-written engine. Both run flows that call the same partner, and both are
 * measured by the same function.
 */
export async function compareRuns(
  build: Build,
  { steps, busyPoll = false, measure }: Options
): Promise<Comparison> {
  const partner = await startPartner()
  const subject = await startSubject({ EGRESS_ALLOW: `127.0.0.1/32:${partner.port}` }, build)
  const { server, token, database, tenantId } = subject
  const closing: (() => unknown)[] = [() => subject.close(), () => partner.close()]
  const flows = new Map<number, string>()
  const endpoint = await createCallEndpoint(subject, partner)
  for (const count of steps) flows.set(count, await createWorkflow(subject, endpoint, count))
  const ours = new Pool(server.url, { connections: 128 })
  const completions = completionsOf('product', database, tenantId, busyPoll)
  closing.unshift(() => completions.close())
  const pathOf = (count: number) => `/api/integrations/workflows/${flows.get(count)}/execute`
  return {
    ours: {
      name: 'Crossdock',
      busyPoll,
      measure: () => measure(runnerOf(ours, completions.ended, token.headers, pathOf)),
    },
    async startBaseline() {
      const options = { source: separateSource(database), partner: partner.url }
      const baseline = await startBaseline('runs', options)
      closing.unshift(() => baseline.close())
      const pool = new Pool(baseline.url, { connections: 128 })
      const completions = completionsOf('baseline', database, baselineTenant, busyPoll)
      closing.unshift(() => completions.close())
      const headers = { authorization: 'Bearer the one token there is' }
      return {
        name: 'hand-written engine',
        busyPoll,
        measure: () =>
          measure(runnerOf(pool, completions.ended, headers, (count) => `/run?steps=${count}`)),
      }
    },
    async close() {
      for (const close of closing) await close()
    },
  }
}

function runnerOf(
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
