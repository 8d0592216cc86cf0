import type { Place, Reserved, UsageKeeper, UseField } from '@crossdock/kernel/ledger'
import { OutcomeUnknown } from '@crossdock/kernel/database'
import type { logger } from '@crossdock/kernel/plugin'
import { Tallies, type Counted } from './tally.js'
import { write } from './write.js'

const writtenEveryMs = 1_000

const columnOf: Record<UseField, Counted> = {
  filesUploaded: 'files_uploaded',
  filesDownloaded: 'files_downloaded',
  workflowExecutions: 'workflow_executions',
  webhookTriggers: 'webhook_triggers',
  syncOperations: 'sync_operations',
}

/** A function that is called after usage was written. */
export type AfterWriting = (used: { places: Place[]; reserved: Reserved[] }) => Promise<void>

/** Counts in memory and writes once a second. A killed process loses about a second of counts. */
export class Usage implements UsageKeeper {
  readonly #tallies = new Tallies()
  readonly #reserved = new Map<string, Reserved>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(
    private readonly log: Pick<ReturnType<typeof logger.use>, 'warn'>,
    private readonly afterWriting: AfterWriting
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.flush(), writtenEveryMs).unref()
  }

  /** Writes the remaining counts. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }

  /** Counts a call when it begins, like the monthly limit, because a stream may last for hours. */
  begin({ tenantId, environmentId }: Place): void {
    this.#tallies.of(tenantId, environmentId).counts.api_calls++
  }

  end({ tenantId, environmentId }: Place, succeeded: boolean, ms: number): void {
    const { counts } = this.#tallies.of(tenantId, environmentId)
    if (succeeded) counts.successful_calls++
    else counts.error_calls++
    counts.response_microseconds += Math.round(ms * 1000)
  }

  count(tenantId: string, environmentId: string | null, field: UseField, n: number): void {
    this.#tallies.of(tenantId, environmentId).counts[columnOf[field]] += n
  }

  countMeter({ tenantId, environmentId }: Place, meter: string, n: number): void {
    const { meters } = this.#tallies.of(tenantId, environmentId)
    meters[meter] = (meters[meter] ?? 0) + n
  }

  reserved(use: Reserved): void {
    this.#reserved.set(`${use.place.environmentId} ${use.name}`, use)
  }

  /** Writes all counts. Counts that cannot be written wait for the next attempt. */
  flush(): Promise<void> {
    this.#writing ??= this.#flush().finally(() => (this.#writing = undefined))
    return this.#writing
  }

  async #flush(): Promise<void> {
    const tallies = this.#tallies.take()
    const reserved = [...this.#reserved.values()]
    this.#reserved.clear()
    if (tallies.length + reserved.length === 0) return
    try {
      if (tallies.length > 0) await write(tallies)
    } catch (error) {
      // Counts that may have been written are not written twice.
      if (!(error instanceof OutcomeUnknown)) this.#tallies.putBack(tallies)
      for (const use of reserved) this.reserved(use)
      this.log.warn({ err: error }, 'Usage could not be written; it is retried.')
      return
    }
    const places = tallies.flatMap(({ tenantId, environmentId }) =>
      environmentId ? [{ tenantId, environmentId }] : []
    )
    await this.afterWriting({ places, reserved }).catch((error: unknown) =>
      this.log.warn({ err: error }, 'Usage alerts could not be checked.')
    )
  }
}
