import { Pool } from 'undici'
import { grownSubject } from '../grown.js'
import { ratioOf, type Figure, type Figures, type PairedLine } from '../paired/line.js'
import type { Build } from '../builds.js'
import { median } from '../statistics.js'

const small = 1_000
/** Slow requests are sent less often: for this time in total, but at least three of them. */
const minTotalMs = 2_000
const minRequests = 3

interface Request {
  what: string
  /** Returns the path of request number `at`. All paths differ, so that no cache answers. */
  path(rows: number, at: number, folderId: string): string
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const page = (from: number) => `range=[${from},${from + 24}]`
const middle = (rows: number, at: number) => page(Math.floor(rows / 2) - 25 * (at % 4))

const requests: Record<string, Request> = {
  statistics: { what: 'statistics of runs', path: () => '/api/flow-executions/stats' },
  dashboard: { what: 'figures of the dashboard', path: () => '/api/dashboard/metrics' },
  runSearch: {
    what: 'search in runs',
    path: (_, at) =>
      `/api/flow-executions?filter=${json({ search: `unmatched ${at}` })}&${page(0)}`,
  },
  runMiddle: {
    what: 'page in the middle of the runs',
    path: (rows, at) => `/api/flow-executions?${middle(rows, at)}`,
  },
  fileMiddle: {
    what: 'page in the middle of a folder',
    path: (rows, at, parentId) => `/api/assets?filter=${json({ parentId })}&${middle(rows, at)}`,
  },
  fileSearch: {
    what: 'search in files',
    path: (_, at) => `/api/assets?filter=${json({ search: `unmatched ${at}` })}&${page(0)}`,
  },
  runs: { what: 'first page of runs', path: () => `/api/flow-executions?${page(0)}` },
  files: {
    what: 'first page of a folder',
    path: (_, __, parentId) => `/api/assets?filter=${json({ parentId })}&${page(0)}`,
  },
  calls: { what: 'first page of calls', path: () => `/api/integrations/logs?${page(0)}` },
  integrations: { what: 'figures of integrations', path: () => '/api/integrations/stats' },
  activity: { what: 'first page of the activity feed', path: () => `/api/activity?${page(0)}` },
}

/**
 * Sends requests one after the other to a tenant with many files and runs. Compares them with the same
 * requests to a tenant with few.
 */
function growth(name: string, many: number): PairedLine {
  const rows = many.toLocaleString('en')
  return {
    name,
    about: `requests to a tenant with ${rows} files and runs, compared with ${small.toLocaleString('en')}`,
    figures: Object.fromEntries(
      Object.entries(requests).map(([key, { what }]): [string, Figure] => [
        key,
        {
          what: `${what}, ${rows} rows`,
          unit: 'ms',
          better: 'less',
          target: ratioOf(1.5, 1.1),
        },
      ])
    ),
    async open(build, { quick }) {
      const times = quick ? 3 : 20
      const ours = await openSide('Crossdock', build, quick ? 5_000 : many, times)
      const closing = [ours.close]
      return {
        ours,
        async startBaseline() {
          const few = await openSide(`${small.toLocaleString('en')} rows`, build, small, times)
          closing.unshift(few.close)
          return few
        },
        async close() {
          for (const close of closing) await close()
        },
      }
    },
  }
}

async function openSide(name: string, build: Build, rows: number, times: number) {
  const { subject, folderId, close } = await grownSubject(build, rows)
  const pool = new Pool(subject.server.url, { connections: 1 })
  let number = 0
  const get = async (path: string): Promise<number> => {
    const begin = performance.now()
    const { headers } = subject.token
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
    return performance.now() - begin
  }
  return {
    name,
    async measure(): Promise<Figures> {
      const figures: Figures = {}
      for (const [key, { path }] of Object.entries(requests)) {
        const all: number[] = []
        const begin = performance.now()
        const isEnough = () => all.length >= minRequests && performance.now() - begin > minTotalMs
        while (all.length < times && !isEnough()) {
          all.push(await get(path(rows, number++, folderId)))
        }
        figures[key] = median(all)
      }
      return figures
    },
    async close() {
      await pool.close()
      await close()
    },
  }
}

export const growthTo300k = growth('growth', 300_000)
export const growthToMillion = growth('million', 1_000_000)
