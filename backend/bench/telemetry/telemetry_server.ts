import { bootApp } from '@crossdock/backend/testing'
import { Metrics } from '../../kernel/telemetry/metrics/metrics.js'
import { startTraces } from '../../kernel/telemetry/traces/start.js'
import { stopAndExit } from '../end_app.js'

/*
 * The server of `telemetry/calls.ts` in a separate process: the whole application, with a tenant and a token.
 * On request it enables or disables metrics or traces, and reports its processor time.
 */
export type Wanted = 'nothing' | 'metrics' | 'traces'

const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
const acme = await app.tenant('acme')
let present: Wanted = 'nothing'
let end: () => Promise<void> = async () => {}

async function switchTo(wanted: Wanted): Promise<void> {
  if (wanted === present) return
  await end()
  end = await app.inside(async () => {
    if (wanted === 'traces') return startTraces(process.env)
    if (wanted === 'nothing') return async () => {}
    const metrics = await Metrics.open()
    return async () => metrics.end()
  })
  present = wanted
}

async function answer({ wanted }: { wanted: Wanted }) {
  await switchTo(wanted)
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000 }
}

process.on('message', (asked: { wanted: Wanted }) => {
  void answer(asked).then((result) => process.send!(result))
})
process.on('disconnect', () => void end().then(() => stopAndExit(app)))
process.send!({ url: app.url, headers: acme.token.headers })
