import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from '@adonisjs/core/logger'
import { warn } from '../database/outage.js'
import { onSeen } from '../events/seen.js'
import { asOperator } from '../tenancy/switch.js'
import { restAll, restingTenants, riseAll } from './resting.js'
import { sql } from './sql.js'

interface Heed {
  /** What a tenant has at work is to stop. */
  closed(tenantId: string): void
  /** There may be something to claim. */
  opened(): void
}

/**
 * The tenants for which nothing is done at present, as a worker knows them: it hears by the log's tail when that changes,
 * and looks now and then. So a claim asks nothing of tenants.
 */
export class ClosedTenants {
  #closed: ReadonlySet<string> = new Set()
  #unsubscribe: (() => void) | undefined
  #looking = false
  #again = false
  /** Not where an event was recorded: its transaction is over. */
  readonly #outside = AsyncLocalStorage.snapshot()

  constructor(
    private readonly logger: Logger,
    private readonly heed: Heed
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

  /** In operator scope; also the net under what was not heard, here or by a process that let a job rest too late. */
  async look(): Promise<void> {
    // Closed tenants are few; this way round the index of the status finds them.
    const rows = await sql<{ id: string }>(
      `select id from tenants where status < 'active' or status > 'active'`
    )
    const before = this.#closed
    this.#closed = new Set(rows.map(({ id }) => id))
    for (const id of this.#closed) {
      if (before.has(id)) continue
      this.heed.closed(id)
      await restAll(id)
    }
    const resting = await restingTenants()
    const risen = resting.filter((id) => !this.#closed.has(id))
    for (const id of risen) await riseAll(id)
    if (risen.length > 0) this.heed.opened()
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
        warn(this.logger, error, 'worker cannot look which tenants are closed')
      )
    }
  }
}
