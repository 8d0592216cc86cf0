import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/connections/outage.js'
import { onSeen } from '../events/seen.js'
import { asOperator } from '../tenancy/switch.js'
import { pauseJobsOf, tenantsWithPausedJobs, resumeJobsOf } from './resting.js'
import { sql } from './sql.js'

interface Listener {
  /** The running jobs of a tenant must stop. */
  closed(tenantId: string): void
  /** There may be jobs to claim. */
  opened(): void
}

/**
 * The closed tenants, as a worker knows them: from events of the log and regular checks. So a claim need not
 * query tenants.
 */
export class ClosedTenants {
  #closed: ReadonlySet<string> = new Set()
  #unsubscribe: (() => void) | undefined
  #looking = false
  #again = false
  /** Runs outside the event's context: its transaction is over. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(
    private readonly logger: Logger,
    private readonly listener: Listener
  ) {}

  has(tenantId: string | null): boolean {
    return tenantId !== null && this.#closed.has(tenantId)
  }

  start(): void {
    this.#unsubscribe = onSeen(({ targetType }) => {
      if (targetType === 'tenant') this.#outside(() => this.#lookSoon())
    })
  }

  stop(): void {
    this.#unsubscribe?.()
  }

  /** In operator scope; also the fallback for missed events, here or in a process that paused a job too late. */
  async look(): Promise<void> {
    // There are few closed tenants; these conditions let the status index find them.
    const rows = await sql<{ id: string }>(
      `select id from tenants where status < 'active' or status > 'active'`
    )
    const before = this.#closed
    this.#closed = new Set(rows.map(({ id }) => id))
    for (const id of this.#closed) {
      if (before.has(id)) continue
      this.listener.closed(id)
      await pauseJobsOf(id)
    }
    const resting = await tenantsWithPausedJobs()
    const reopened = resting.filter((id) => !this.#closed.has(id))
    for (const id of reopened) await resumeJobsOf(id)
    if (reopened.length > 0) this.listener.opened()
  }

  #lookSoon(): void {
    this.#again = true
    if (this.#looking) return
    this.#looking = true
    void this.#lookOn().finally(() => (this.#looking = false))
  }

  async #lookOn(): Promise<void> {
    while (this.#again) {
      this.#again = false
      await asOperator('which tenants are closed', () => this.look()).catch((error: unknown) =>
        warn(this.logger, error, 'worker cannot check which tenants are closed')
      )
    }
  }
}
