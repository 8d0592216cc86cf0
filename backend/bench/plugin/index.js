import vine from '@vinejs/vine'
import { transaction } from '@crossdock/kernel/database'
import { operation } from '@crossdock/kernel/http'
import { defineJob, enqueueAll, jobRef } from '@crossdock/kernel/jobs'
import { definePlugin } from '@crossdock/kernel/plugin'

/** Both kinds of handlers do nothing: only the cost of the engine is measured. */
const returning = jobRef('bench.returning')
const finishing = jobRef('bench.finishing')
const kinds = { returning, finishing }

const body = vine.create({
  kind: vine.enum(Object.keys(kinds)),
  count: vine.number({ strict: true }).withoutDecimals().range([1, 100_000]),
})

class Jobs {
  /** Adds this many jobs in one transaction. */
  async store({ body: { kind, count } }) {
    const jobs = Array.from({ length: count }, (_, at) => ({ payload: { at } }))
    await transaction(() => enqueueAll(kinds[kind], jobs))
  }
}

export default definePlugin({
  name: 'bench',
  operations: async () => ({
    default: [
      operation(
        'POST /bench/jobs',
        { summary: 'Add jobs of the bench', access: 'tenant', body, status: 204 },
        async () => ({ default: Jobs }),
        'store'
      ),
    ],
  }),
  jobs: async () => ({
    default: [
      defineJob(returning, { async handle() {} }),
      // Like a step of a flow: the handler commits the job's end.
      defineJob(finishing, { handle: (job) => job.finish() }),
    ],
  }),
})
