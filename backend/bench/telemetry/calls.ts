import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { cpuOfCalls } from '../cpu_of_calls.js'
import type { OnceOptions } from '../lines/once_options.js'
import { ratioOf } from '../paired/line.js'
import type { Line } from '../report.js'
import type { Wanted } from './telemetry_server.js'

const costs: [Exclude<Wanted, 'nothing'>, number][] = [
  ['metrics', 1.05],
  ['traces', 1.3],
]

/**
 * Compares the processor time of a call with a token, with metrics, and with traces, to a call without either. To
 * measure the cost of the disabled feature, compare with a build that lacks it: `npm run bench -- list idle
 * --against <commit>`.
 */
export async function benchTelemetry(asked: OnceOptions): Promise<Line[]> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  try {
    return await cpuOfCalls<{ wanted: Wanted }>(
      'telemetry/telemetry_server',
      asked,
      async (compare) => {
        const lines: Line[] = []
        for (const [wanted, target] of costs) {
          const what = `processor time of a call with a token, with ${wanted}, compared to without`
          const measured = await compare({
            requests: 20_000,
            path: '/api/assets?range=[0,24]',
            cpuMs: { what, unit: 'ms', better: 'less', target: ratioOf(target, target) },
            sides: [
              [`with ${wanted}`, { wanted }],
              ['without', { wanted: 'nothing' }],
            ],
          })
          lines.push(...measured)
        }
        return lines
      }
    )
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    collector.close()
  }
}
