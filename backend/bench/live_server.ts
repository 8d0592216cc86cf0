import vine from '@vinejs/vine'
import { answerShape } from '@crossdock/kernel/shapes'
import { channel, type Channel } from '@crossdock/kernel/http'
import { definePlugin } from '@crossdock/kernel/plugin'
import { bootApp } from '../testing/index.js'
import { stopAndExit } from './end_app.js'

/*
 * The server of `live.ts` in a separate process: the whole application, and a channel for the test. Answers
 * `memory` with its memory use.
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
  compatibility: '^0.1',
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
  if (question === 'end') void stopAndExit(app)
})
process.send!({ url: app.url, admin, token })
