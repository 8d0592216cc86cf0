import vine from '@vinejs/vine'
import { answerShape, channel, type Channel } from '@crossdock/kernel/http'
import { definePlugin } from '@crossdock/kernel/plugin'
import { bootApp } from '../testing/index.js'
import { endApp } from './end_app.js'

/*
 * The server of `live.ts`, in a process of its own: the whole application, and a channel, which the
 * product has none of yet. Told `memory` it says what it holds.
 */
class Talks {
  echo() {
    return (talk: Channel) => (message: unknown) => talk.send(message)
  }
}

const said = answerShape('Said', { say: vine.string() })
const talking = definePlugin({
  name: 'talking',
  version: '1.0.0',
  compatibility: '^1.0',
  operations: async () => ({
    default: [
      channel(
        'GET /talk',
        { summary: 'Talk', receives: said, sends: said },
        async () => ({ default: Talks }),
        'echo'
      ),
    ],
  }),
})

const many = 10_000
const app = await bootApp({
  plugins: [talking],
  bounds: {
    perClient: many,
    streamsPerCaller: many,
    streamsPerPerson: many,
    streamsPerTenant: many,
    streams: many,
  },
})
const { admin, token } = await app.tenant('acme')

process.on('message', (question) => {
  if (question === 'memory') {
    globalThis.gc!()
    process.send!({ rss: process.memoryUsage.rss() })
  }
  if (question === 'end') void endApp(app)
})
process.send!({ url: app.url, admin, token })
