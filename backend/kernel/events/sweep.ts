import type { Logger } from '@adonisjs/core/logger'
import { transaction, unscoped } from '../database/database.js'
import { warn } from '../database/outage.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { ensureJob, head, retryJob, waitingOf } from './line.js'

const everyMs = 60_000
/** Lines found at a time. */
const most = 1_000

/**
 * Finds lines of parked events nobody works: their job was lost, or their tenant is active again. Looks at once and then
 * every minute until it is stopped.
 */
export class ParkedSweep {
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(
    private readonly consumers: readonly Consumer[],
    private readonly logger: Logger
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.look(), everyMs).unref()
    this.look()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  look(): void {
    this.#looking ??= this.#sweep()
      .catch((error: unknown) => warn(this.logger, error, 'parked events cannot be looked for'))
      .finally(() => (this.#looking = undefined))
  }

  async #sweep(): Promise<void> {
    for (const { name } of this.consumers) {
      await asOperator('look for parked events of all tenants', async () => {
        for (const tenantId of await lostLines(name)) {
          await transaction(() => ensureJob({ consumer: name, tenantId }))
        }
      })
    }
  }
}

/** Active tenants (null: the events of none) with a line of this consumer and no job for it. */
async function lostLines(consumer: string): Promise<(string | null)[]> {
  const job = unscoped()
    .from('jobs')
    .whereRaw(`coalesce(jobs.tenant_id, '-') = tenants.id`)
    .where({ name: retryJob.name, unique_key: consumer })
    .whereNot('state', 'failed')
  const rows: { id: string }[] = await unscoped()
    .from('tenants')
    .select('id')
    .where('status', 'active')
    .whereExists(waitingOf(consumer, (query) => query.whereColumn('tenant_id', 'tenants.id')))
    .whereNotExists(job)
    .limit(most)
  const found: (string | null)[] = rows.map(({ id }) => id)
  const ofNone = await head({ consumer, tenantId: null })
  return ofNone ? [...found, null] : found
}
