import { setTimeout as delay } from 'node:timers/promises'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { copyBenchPlugin } from '../added_plugin.js'
import { connect, sourceOf } from '../baselines/source.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const isPostgres = testDatabase === 'pg'

/**
 * Jobs that do nothing. Some handlers just return. Others commit the end of their job themselves, as steps of
 * a workflow do.
 */
export const jobs: PairedLine = {
  name: 'jobs',
  about:
    'jobs done per second: handlers that just return, and handlers that commit the end of their job',
  figures: {
    returning: {
      what: 'no-op jobs done per second, handler returns',
      unit: '/s',
      better: 'more',
      target: figureOf(isPostgres ? 5_000 : 8_000, 20_000),
    },
    // Twice and four times the first measured rate. That machine varied in speed by a factor of two.
    finishing: {
      what: 'no-op jobs done per second, handler commits (`finish`)',
      unit: '/s',
      better: 'more',
      target: isPostgres ? figureOf(3_300, 6_600) : figureOf(9_452, 18_904),
    },
  },
  async open(build, { quick }) {
    const subject = await startSubject({}, build, ({ dataDir }) => copyBenchPlugin(dataDir))
    const { database, server, token } = subject
    const connection = connect(sourceOf(database), { connections: 1, readonly: true })
    const left = connection.prepare('select 1 as one from jobs where name = ? limit 1')
    const work = async (kind: string, count: number) => {
      const body = { kind, count }
      const added = await call(server.url, 'POST', '/api/bench/jobs', { as: token, body })
      if (added.status !== 204) throw new Error(JSON.stringify(added.body))
      const begin = performance.now()
      while ((await left(`bench.${kind}`)).length > 0) await delay(5)
      return (count * 1000) / (performance.now() - begin)
    }
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const count = quick ? 500 : 20_000
          const returning = await work('returning', count)
          return { returning, finishing: await work('finishing', count / 2) }
        },
      },
      async close() {
        await connection.close()
        await subject.close()
      },
    }
  },
}
