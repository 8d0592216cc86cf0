import { setImmediate as soon, setTimeout as delay } from 'node:timers/promises'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { separateSource, connect, sourceOf } from './baselines/source.js'

interface Row extends Record<string, unknown> {
  execution_id: string
  status: string
}

/**
 * Detects completed runs by polling their rows, in the same way for the product and the baseline. One query
 * per millisecond covers all awaited runs. With `busyPoll` there is no pause, for latencies of about a
 * millisecond.
 */
export class Completions {
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>()
  #isPolling = false

  constructor(
    private readonly read: (ids: string[]) => Promise<Row[]>,
    private readonly busyPoll: boolean
  ) {}

  /** Resolves when the run has completed. @throws when it ends in another status */
  finished(executionId: string): Promise<void> {
    const end = Promise.withResolvers<void>()
    this.#waiting.set(executionId, end)
    if (!this.#isPolling) void this.#poll()
    return end.promise
  }

  async #poll(): Promise<void> {
    this.#isPolling = true
    while (this.#waiting.size > 0) {
      for (const { execution_id: id, status } of await this.read([...this.#waiting.keys()])) {
        const end = this.#waiting.get(id)
        this.#waiting.delete(id)
        if (status === 'completed') end?.resolve()
        else end?.reject(new Error(`The run ${id} ended as "${status}".`))
      }
      if (this.busyPoll) await soon()
      else await delay(1)
    }
    this.#isPolling = false
  }
}

/** Polls the tables of the product or of the baseline. */
export function completionsOf(
  side: 'product' | 'baseline',
  database: FreshDatabase,
  tenantId: string,
  busyPoll: boolean
) {
  const [table, source] =
    side === 'product'
      ? ['flow_execution_history', sourceOf(database)]
      : ['limit_runs', separateSource(database)]
  const isFile = 'sqliteFile' in source
  const connection = connect(source, { connections: 1, readonly: true })
  const ended = connection.prepare(
    `select execution_id, status from ${table} where tenant_id = ? and completed_at is not null
     and execution_id ${isFile ? 'in (select value from json_each(?))' : '= any(?)'}`
  )
  const read = async (ids: string[]) =>
    (await ended(tenantId, isFile ? JSON.stringify(ids) : ids)) as Row[]
  return { ended: new Completions(read, busyPoll), close: () => connection.close() }
}
