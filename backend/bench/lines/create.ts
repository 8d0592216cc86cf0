import { startBaseline } from '../start_process.js'
import { separateSource } from '../baselines/source.js'
import { load } from '../load.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'
import type { LoopResult } from '../closed_loop.js'

/** Creating one item with its event and its entry in the activity feed. */
export const create: PairedLine = {
  name: 'create',
  about: 'creating one item, compared with bare durable commits that share flushes',
  figures: {
    perSecond: {
      what: 'create one item with event and activity, c=10',
      unit: '/s',
      better: 'more',
      target: ratioOf(0.3, 0.45),
    },
  },
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const seconds = quick ? 1 : 4
    let number = 0
    const closing = [() => subject.close()]
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const { perSecond } = await load({
            url: `${subject.server.url}/api/assets`,
            method: 'POST',
            duration: seconds,
            headers: { ...subject.token.headers, 'content-type': 'application/json' },
            setupClient(client) {
              const next = () =>
                client.setBody(JSON.stringify({ name: `folder ${number++}`, type: 'folder' }))
              next()
              client.on('response', next)
            },
          })
          return { perSecond }
        },
      },
      async startBaseline() {
        const limit = await startBaseline('commits', { source: separateSource(subject.database) })
        closing.unshift(() => limit.close())
        return {
          name: 'bare durable commits, c=10',
          async measure() {
            const { perSecond } = await limit.ask<LoopResult>({ lanes: 10, seconds })
            return { perSecond }
          },
        }
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}
