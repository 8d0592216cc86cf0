import { bootApp } from '@crossdock/backend/testing'
import { httpStages } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { stopAndExit } from '../end_app.js'

/*
 * The server of `quota/calls.ts` in a separate process: the whole application, with a tenant and a token. On
 * request it removes or restores the stages of limits and metering, and reports its processor time. The product
 * has no switch for that: a removed stage calls the next one.
 */
const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
const acme = await app.tenant('acme')
await app.inside(() => pluginHost.use().operations())

const names = new Set(['quota', 'metering', 'calls of sessions'])
const stages = await app.inside(async () =>
  httpStages.entries().flatMap(([name, stage]) => (names.has(name) ? [stage] : []))
)
if (stages.length !== names.size) throw new Error('The stages have other names.')
const around = stages.map((stage) => stage.around)

function answer({ counted }: { counted: boolean }) {
  for (const [at, stage] of stages.entries()) {
    stage.around = counted ? around[at]! : (_call, next) => next()
  }
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000 }
}

process.on('message', (asked: { counted: boolean }) => void process.send!(answer(asked)))
process.on('disconnect', () => void stopAndExit(app))
process.send!({ url: app.url, headers: acme.token.headers })
