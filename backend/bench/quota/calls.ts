import { cpuOfCalls } from '../cpu_of_calls.js'
import type { OnceOptions } from '../lines/once_options.js'
import { ratioOf, type Figure } from '../paired/line.js'
import type { Line } from '../report.js'

const cpuMs: Figure = {
  what: 'processor time of a call with a token, with limits and metering compared to without',
  unit: 'ms',
  better: 'less',
  target: ratioOf(1.05, 1.02),
}

/** The cost of counting a call. */
export const benchQuota = (wanted: OnceOptions): Promise<Line[]> =>
  cpuOfCalls<{ counted: boolean }>('quota/quota_server', wanted, (compare) =>
    compare({
      requests: 20_000,
      path: '/api/assets?range=[0,24]',
      cpuMs,
      sides: [
        ['with limits and metering', { counted: true }],
        ['without', { counted: false }],
      ],
    })
  )
