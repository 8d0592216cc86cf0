import { cpuOfCalls } from '../cpu_of_calls.js'
import type { OnceWanted } from '../lines/once.js'
import { ratioOf, type Figure } from '../paired/line.js'
import type { Line } from '../report.js'

const cpuMs: Figure = {
  what: 'processor time of a list of people with policy and permission checks, beside the same without',
  // Three of a hundred of the whole are 3.1 of what is left.
  ...{ unit: 'ms', better: 'less', target: ratioOf(1.031) },
}

/** What it costs a list request to find out what its caller may do, and whether that is enough. */
export const benchChecks = (wanted: OnceWanted): Promise<Line[]> =>
  cpuOfCalls<{ checks: boolean }>('people/checks_server', wanted, (compare) =>
    compare({
      requests: 100_000,
      path: '/api/users?range=[0,24]',
      cpuMs,
      sides: [
        ['with checks', { checks: true }],
        ['without', { checks: false }],
      ],
    })
  )
