import type { Logger } from '@adonisjs/core/logger'
import { transaction, unscoped } from '../database/database.js'
import { warn } from '../database/connections/outage.js'
import { asOperator } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { ensureJob, readHead, retryJob, waitingOf } from './line.js'

const everyMs = 60_000
/** Lines found at a time. */
const most = 1_000

/**
 * Finds lines of parked events without a job: the job was lost, or the tenant is active again. Runs immediately
 * and then every minute until it is stopped.
 */
export class ParkedSweep {
  #timer: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined

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
    await this.#sweeping
  }

  look(): void {
    this.#sweeping ??= this.#sweep()
      .catch((error: unknown) => warn(this.logger, error, 'cannot look for parked events'))
      .finally(() => (this.#sweeping = undefined))
  }

  async #sweep(): Promise<void> {
    for (const { name } of this.consumers) {
      await asOperator('look for parked events of all tenants', async () => {
        for (const tenantId of await linesWithoutJob(name)) {
          await transaction(() => ensureJob({ consumer: name, tenantId }))
        }
      })
    }
  }
}

/** Active tenants (null: events without a tenant) with a line of this consumer but no job. */
async function linesWithoutJob(consumer: string): Promise<(string | null)[]> {
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
  const ofNone = await readHead({ consumer, tenantId: null })
  return ofNone ? [...found, null] : found
}
