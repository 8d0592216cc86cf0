import { testDatabase } from '@crossdock/kernel/testing'
import { startProcess } from './start_process.js'
import type { OnceOptions } from './lines/once_options.js'
import { load } from './load.js'
import { ratioOf, type Figure } from './paired/line.js'
import { measureInPairs } from './paired/measure.js'
import { rowsOf } from './paired/rows.js'
import type { Line } from './report.js'

const perSecond: Figure = {
  what: 'list with tenant scope and row-level security, compared with neither',
  unit: '/s',
  better: 'more',
  target: ratioOf(0.85),
}

/** The cost of tenant scope and row-level security for a list request on PostgreSQL. */
export async function benchTenancy({ pairs, quick }: OnceOptions): Promise<Line[]> {
  if (testDatabase !== 'pg') return []
  const server = await startProcess<{ url: string; headers: Record<string, string> }>(
    'tenancy_server'
  )
  const { url, headers } = server.ready
  const side = (name: string, up: boolean) => ({
    name,
    async measure() {
      await server.ask({ up })
      const duration = quick ? 1 : 4
      const done = await load({ url: `${url}/api/assets?range=[0,24]`, headers, duration })
      return { perSecond: done.perSecond }
    },
  })
  const [walled, open] = [side('with both', true), side('without both', false)]
  const measured = await measureInPairs(walled, open, { pairs })
  // The shutdown checks expect the original database.
  await server.ask({ up: true })
  await server.close()
  return rowsOf({ figures: { perSecond } }, measured, { database: 'PostgreSQL', limit: open.name })
}
