import { Pool } from 'undici'
import { call, until } from '@crossdock/kernel/testing'
import { orderedId, random, time } from '../fill_tenant.js'
import { createObject } from '../flows.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { copyRows } from '../row_copies.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const list = '/api/flow-executions?range=[0,24]'

/** Typical searches in a long history of runs. */
const requests: Record<string, { what: string; path(rows: number, at: number): string }> = {
  first: { what: 'first page of 5,000,000 runs', path: () => list },
  middle: {
    what: 'page in the middle of 5,000,000 runs',
    path(rows, at) {
      const from = Math.floor(rows / 2) - 25 * at
      return `/api/flow-executions?range=[${from},${from + 24}]`
    },
  },
  failed: {
    what: 'failed ones among 5,000,000 runs',
    path: () => `${list}&filter=${json({ status: 'failed' })}`,
  },
  search: {
    what: 'search among 5,000,000 runs',
    path: (_, at) => `${list}&filter=${json({ search: `no such file ${at}` })}`,
  },
}

/** Pages of a very long history of runs. */
export const runHistory: PairedLine = {
  name: 'run-history',
  about: 'pages of 5,000,000 runs of one tenant',
  figures: Object.fromEntries(
    Object.entries(requests).map(([key, { what }]) => [
      key,
      { what: `${what}, P95`, unit: 'ms', better: 'less', target: figureOf(50) },
    ])
  ),
  async open(build, { quick }) {
    const rows = quick ? 5_000 : 5_000_000
    const times = quick ? 5 : 100
    const subject = await startSubject({}, build)
    const { server, token, database, tenantId } = subject
    const flow = await createObject(subject, '/api/integrations/workflows', {
      name: 'Nightly',
      triggerType: 'manual',
      triggerConfig: {},
      steps: [{ id: 'one', type: 'transform', config: { expression: '1' } }],
    })
    const run = await call<{ id: string }>(
      ...([server.url, 'POST', `/api/integrations/workflows/${flow}/execute`] as const),
      { as: token, body: {} }
    )
    await until('the run to complete', async () => {
      const path = `/api/flow-executions/${run.body.id}`
      const seen = await call<{ status: string }>(server.url, 'GET', path, { as: token })
      return seen.body.status === 'completed'
    })
    // SQLite has one writer, and the server would wait for it.
    await server.stop()
    const at = time(rows)
    const ids = orderedId(2, rows)
    const own = { tenant_id: tenantId }
    await copyRows(database, {
      table: 'flow_execution_history',
      of: { ...own, id: run.body.id },
      count: rows,
      differ: {
        id: ids,
        execution_id: random,
        created_at: at,
        started_at: at,
        completed_at: at,
      },
    })
    await copyRows(database, {
      table: 'flow_step_results',
      of: { ...own, run_id: run.body.id },
      count: rows,
      differ: { id: orderedId(4, rows), run_id: ids, created_at: at },
    })
    await server.start()
    const pool = new Pool(server.url, { connections: 1 })
    const get = async (path: string): Promise<number> => {
      const begin = performance.now()
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: token.headers,
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
      return performance.now() - begin
    }
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const figures: Record<string, number> = {}
          for (const [key, { path }] of Object.entries(requests)) {
            const all: number[] = []
            while (all.length < times) all.push(await get(path(rows, all.length)))
            figures[key] = quantile(all, 0.95)
          }
          return figures
        },
      },
      async close() {
        await pool.close()
        await subject.close()
      },
    }
  },
}
