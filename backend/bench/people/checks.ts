import { cpuOfCalls } from '../cpu_of_calls.js'
import type { OnceWanted } from '../lines/once_wanted.js'
import { ratioOf, type Figure } from '../paired/line.js'
import type { Line } from '../report.js'

const cpuMs: Figure = {
  what: 'processor time of a list of people with policy and permission checks, compared with none',
  // Three percent of the whole are 3.1 percent of the rest.
  unit: 'ms',
  better: 'less',
  target: ratioOf(1.031),
}

/** The cost of checking a caller's permissions on a list request. */
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
