import { startProcess } from '../start_process.js'
import { figureOf, type Figures, type PairedLine } from '../paired/line.js'
import type { Build } from '../builds.js'
import { measureP95 } from '../people/asked.js'
import { term } from '../people/file.js'
import { importPeople } from '../people/import.js'
import { otherTenant } from '../people/other_tenant.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const people = 100_000
/** Requests per second of another client during the import. */
const rate = 20

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
/** The path of the at-th page: near the start, in the middle, with another sort order, and filtered. */
const page = (at: number) => {
  const from = 25 * at
  const range = `range=[${from},${from + 24}]`
  const middle = `range=[${people / 2 + from},${people / 2 + from + 24}]`
  return `/api/users?${[range, middle, `${range}&sort=${json(['lastName', 'DESC'])}`, `${range}&filter=${json({ role: 'editor' })}`][at % 4]}`
}
const search = (at: number) => `/api/users?range=[0,24]&filter=${json({ search: term(at) })}`

/**
 * Imports a file of people of one organization. Measures the requests of another organization during the
 * import, and the directory right after it, before the databases clean up. Each measurement has its own
 * installation without earlier imports.
 */
export const peopleImport: PairedLine = {
  name: 'people-import',
  about:
    "an import of 100,000 people, another organization's list during it, list and search after it",
  fresh: true,
  figures: {
    seconds: {
      what: 'import of 100,000 people, sent to done',
      unit: 's',
      better: 'less',
      target: figureOf(60),
    },
    others: {
      what: "another organization's list of people during it, P95",
      unit: 'ms',
      better: 'less',
      target: figureOf(100),
    },
    page: {
      what: 'page of 25 of 100,000 people, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(30),
    },
    search: {
      what: 'search in 100,000 people, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(30),
    },
  },
  open: async (build, { quick }) => ({
    ours: { name: 'Crossdock', measure: () => measure(build, quick ? 2_000 : people) },
    async close() {},
  }),
}

async function measure(build: Build, count: number): Promise<Figures> {
  const subject = await startSubject({}, build)
  const { server, token } = subject
  const { headers } = await otherTenant(server)
  await importPeople(server.url, { headers }, 1_000)
  const url = `${server.url}/api/users?range=[0,24]`
  const asker = await startProcess('asker', { url, headers })
  try {
    let isDone = false
    const latencies: number[] = []
    const asking = (async () => {
      while (!isDone) {
        const asked = await asker.ask<{ latencies: number[] }>({ rate, seconds: 1 })
        latencies.push(...asked.latencies)
      }
    })()
    const seconds = await importPeople(server.url, token, count).finally(() => (isDone = true))
    await asking
    const numbers = Array.from({ length: 200 }, (_, at) => at)
    const searched = await measureP95(server.url, token, numbers.map(search))
    const paged = await measureP95(server.url, token, numbers.map(page))
    return { seconds, others: quantile(latencies, 0.95), search: searched, page: paged }
  } finally {
    await asker.close()
    await subject.close()
  }
}
