import { cpuOfCalls } from '../cpu_of_calls.js'
import type { OnceOptions } from '../lines/once_options.js'
import { ratioOf, type Figure } from '../paired/line.js'
import type { Line } from '../report.js'

const cpuMs: Figure = {
  what: 'processor time of a list of people with policy and permission checks, compared to without',
  // The checks may take three percent of a call: 3.1 percent of a call without checks.
  unit: 'ms',
  better: 'less',
  target: ratioOf(1.031),
}

/** The cost of checking a caller's permissions on a list request. */
export const benchChecks = (wanted: OnceOptions): Promise<Line[]> =>
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
