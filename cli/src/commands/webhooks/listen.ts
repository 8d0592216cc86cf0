import { setTimeout as pause } from 'node:timers/promises'
import type { WebhookRequest, WholeWebhookRequest } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'
import { instantOf } from '../../times.js'
import { findWebhook, requestsPath } from './inbound_find.js'

export interface ListenOptions {
  forwardTo: string
  webhook?: string
  after?: string
  count?: string
}

const everyMs = 1_000
/** Pause before calling an unreachable server again. */
const againMs = 2_000
/** Requests stored at the same moment may appear in any order, so each read starts this far back. */
const overlapMs = 30_000
const atOnce = 1_000
/** Placeholder for a secret in stored requests. */
const MASK = '••••••••'
/** Headers that are not forwarded, because `fetch` sets them for the new request. */
const own = new Set(['content-length', 'content-encoding', 'accept-encoding'])

/** Forwards each new request to a local program, in order, until interrupted. */
export async function listen(factory: Factory, options: ListenOptions): Promise<void> {
  const { forwardTo, webhook, after, count } = options
  if (!URL.canParse(forwardTo)) {
    throw new UsageError(`--forward-to takes a URL, not "${forwardTo}".`)
  }
  let left = count === undefined ? Infinity : wholeNumber('--count', count)
  const api = await factory.api()
  const addressId = webhook && (await findWebhook(api, webhook)).id
  const begin = after && instantOf('--after', after, { counting: 'back' })
  const log = new ReceivedRequests(factory, api, addressId)
  const cursor = begin ? new Cursor(begin) : await log.end()
  factory.note(`Forwarding requests to ${forwardTo}. Stop with Ctrl+C.`)
  const reported = new Set<string>()
  const reportLeftOut = (name: string) => {
    if (reported.has(name)) return
    reported.add(name)
    factory.note(`The header ${name} is left out: its secret is not stored.`)
  }
  for await (const request of log.from(cursor)) {
    const status = await forward(log, request.id, forwardTo, reportLeftOut)
    if (factory.flags.json) factory.printJsonLine({ ...request, forwarded: status })
    else factory.say(`${request.createdAt}  ${request.id}  ${request.outcome}  ${status}`)
    if (--left === 0) return
  }
}

/** The reader's position in the log of requests. */
class Cursor {
  /** Requests that were already forwarded, within the overlap. */
  readonly #seen = new Map<string, number>()
  #reached: number

  constructor(private readonly begin: string) {
    this.#reached = Date.parse(begin)
  }

  /** The time from which to read again, because earlier requests can no longer appear. */
  get from(): string {
    return new Date(Math.max(Date.parse(this.begin), this.#reached - overlapMs)).toISOString()
  }

  isNew({ id }: WebhookRequest): boolean {
    return !this.#seen.has(id)
  }

  pass({ id, createdAt }: WebhookRequest): void {
    const time = Date.parse(createdAt)
    this.#seen.set(id, time)
    this.#reached = Math.max(this.#reached, time)
    for (const [known, at] of this.#seen) {
      if (at >= this.#reached - 2 * overlapMs) break
      this.#seen.delete(known)
    }
  }
}

/**
 * Reads the requests that the server has stored. It waits while the server is unreachable, and then reads the
 * missed requests.
 */
class ReceivedRequests {
  constructor(
    private readonly factory: Factory,
    private readonly api: ApiClient,
    private readonly addressId: string | undefined
  ) {}

  /** The position after all existing requests, by the server's clock because the local one may differ. */
  async end(): Promise<Cursor> {
    const filter = { addressId: this.addressId }
    const newest = { filter, sort: ['createdAt', 'DESC'] } as const
    const [last] = (await this.api.page<WebhookRequest>(requestsPath, newest, 0, 1)).rows
    if (!last) return new Cursor(new Date(0).toISOString())
    const cursor = new Cursor(last.createdAt)
    const same = { filter: { ...filter, after: last.createdAt } }
    for await (const row of this.api.rows<WebhookRequest>(requestsPath, same)) cursor.pass(row)
    return cursor
  }

  /** Requests after a cursor, each once, in order. */
  async *from(cursor: Cursor): AsyncGenerator<WebhookRequest> {
    for (;;) {
      const fresh = await this.#untilReachable(() => this.#newOnes(cursor))
      for (const row of fresh) {
        cursor.pass(row)
        yield row
      }
      if (fresh.length === 0) await pause(everyMs)
    }
  }

  show(id: string): Promise<WholeWebhookRequest> {
    return this.#untilReachable(() => this.api.get<WholeWebhookRequest>(`${requestsPath}/${id}`))
  }

  async #newOnes(cursor: Cursor): Promise<WebhookRequest[]> {
    const filter = { addressId: this.addressId, after: cursor.from }
    const list = { filter, sort: ['createdAt', 'ASC'] } as const
    const fresh: WebhookRequest[] = []
    for await (const row of this.api.rows<WebhookRequest>(requestsPath, list)) {
      if (cursor.isNew(row)) fresh.push(row)
      if (fresh.length === atOnce) break
    }
    return fresh
  }

  /**
   * Retries until the server is reachable.
   * @throws CliError for a refusal
   */
  async #untilReachable<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof CliError) || error.exitCode !== ExitCode.unreachable) throw error
        if (tries === 0) this.factory.note(`${error.message} Waiting for it.`)
        await pause(againMs)
      }
    }
  }
}

/** @returns the program's response, or why nothing was sent */
async function forward(
  log: ReceivedRequests,
  id: string,
  to: string,
  onLeftOut: (header: string) => void
): Promise<string> {
  const request = await log.show(id)
  const { method, headers, query, files, body, bodyEncoding, isWhole } = request
  if (files) return 'not sent: the files of its form were stored in a folder'
  if (!isWhole) return 'not sent: its body is longer than 64 KiB, or was not stored'
  const url = new URL(to)
  if (query) url.search = query
  const isMasked = ([, value]: [string, string]) => value.includes(MASK)
  const sent = Object.entries(headers).filter(([name]) => !own.has(name))
  for (const [name] of sent.filter(isMasked)) onLeftOut(name)
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== null
  try {
    const answer = await fetch(url, {
      method,
      headers: sent.filter((header) => !isMasked(header)),
      ...(hasBody ? { body: bodyEncoding === 'base64' ? Buffer.from(body, 'base64') : body } : {}),
      redirect: 'manual',
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    return `not sent: ${(error as Error).message}`
  }
}
