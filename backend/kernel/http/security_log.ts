import type { Logger } from '@adonisjs/core/logger'
import { clock } from '../ground/clock.js'
import { perApplication } from '../ground/application.js'
import type { Context, RequestFacts } from '../ground/context.js'
import { clientKey } from './limits.js'

/** Something that matters to who may do what. Never holds a secret: no token, code, cookie or link. */
export interface SecurityLine {
  /** What was tried: `authentication`, `limit`, or the type of a recorded event. */
  event: string
  /** Code of a refusal. */
  code?: string
  actor?: { type: string; id: string | null } | null
  /** Masked address of somebody who tried to sign in. */
  email?: string | null
  tenantId?: string | null
  target?: { type: string; id: string }
  /** What the recorded event's type lets be told of it, e.g. `{ network, port }`. */
  payload?: Record<string, unknown>
  /** How many of them, where one line tells of several. */
  count?: number
  requestId?: string | null
  request?: Partial<RequestFacts>
}

/** An event of the log, as far as a line may tell it. */
type RecordedEvent = Pick<SecurityLine, 'target' | 'payload'> & { type: string }

const minuteMs = 60_000
/** Refusals of one client for one reason that are written out in a minute; the others are counted. */
const linesPerReason = 10
/** The same over all clients and reasons: what an attack from many addresses can make of the disk. */
const linesInAll = 600
/** An operator who works in a tenant is told once in this time. */
const crossingMs = 15 * minuteMs

/** `dispatch@quay.example` as `d***@quay.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email[0]}***${email.slice(at, at + 100)}`
}

/** Structured lines about refusals (warn) and about what changed who may do what (info). */
export class SecurityLog {
  readonly #logger: Logger
  /** Refusals of this minute by client and code. */
  #refusals = new Map<string, number>()
  #written = 0
  #unwritten = 0
  #quiet = false
  readonly #crossings = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  /** @param told types of recorded events that are security events, with the fields told of each */
  constructor(
    logger: Logger,
    private readonly told: ReadonlyMap<string, readonly string[]> = new Map()
  ) {
    this.#logger = logger.child({ log: 'security' })
    this.#timer = setInterval(() => this.endMinute(), minuteMs).unref()
  }

  /** Tells a refusal, unless the same client was refused for the same reason too often this minute. */
  refused(line: SecurityLine & { code: string }): void {
    const key = `${clientKey(line.request?.ip ?? '')} ${line.code}`
    const count = this.#refusals.get(key) ?? 0
    // Counters of more clients than lines are of no use: they would only take memory.
    if (count > 0 || this.#refusals.size < linesInAll) this.#refusals.set(key, count + 1)
    if (count >= linesPerReason || this.#written >= linesInAll) return void this.#unwritten++
    this.#written++
    this.#logger.warn(flat('refused', line), `refused: ${line.code}`)
  }

  /** Tells something that was done. */
  allowed(line: SecurityLine): void {
    this.#logger[this.#quiet ? 'debug' : 'info'](flat('allowed', line), `allowed: ${line.event}`)
  }

  /** Keeps what Crossdock does to itself out of sight (level debug); refusals are told as ever. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    this.#quiet = true
    return work().finally(() => (this.#quiet = false))
  }

  /** Tells a recorded event when its type is declared as one of security. */
  recorded({ type, target, payload = {} }: RecordedEvent, context: Context): void {
    const fields = this.told.get(type)
    if (!fields) return
    const { actor, tenantId, requestId, request } = context
    const line = { event: type, actor, tenantId, target, requestId, request }
    const shown = Object.fromEntries(fields.map((field) => [field, payload[field]]))
    this.allowed(fields.length === 0 ? line : { ...line, payload: shown })
  }

  /** Tells that somebody who belongs to no tenant works in one. */
  crossed(line: SecurityLine): void {
    const key = `${line.actor?.id} ${line.tenantId}`
    if (this.#crossings.has(key)) return
    this.#crossings.set(key, clock.ticks())
    this.allowed(line)
  }

  /** Starts a new minute: says what was left out of the last one. */
  endMinute(): void {
    if (this.#unwritten > 0) {
      const worst = [...this.#refusals].sort((a, b) => b[1] - a[1]).slice(0, 10)
      this.#logger.warn(
        {
          event: 'refusals_left_out',
          outcome: 'refused',
          count: this.#unwritten,
          most: worst.map(([key, count]) => {
            const [ip, code] = key.split(' ')
            return { ip, code, count }
          }),
        },
        `refused ${this.#unwritten} more times in the last minute`
      )
    }
    this.#refusals = new Map()
    this.#written = 0
    this.#unwritten = 0
    const past = clock.ticks() - crossingMs
    for (const [key, at] of this.#crossings) if (at < past) this.#crossings.delete(key)
  }

  /** Writes what is left to say and stops. */
  close(): void {
    clearInterval(this.#timer)
    this.endMinute()
  }
}

function flat(outcome: 'refused' | 'allowed', { actor, request, ...line }: SecurityLine) {
  return {
    ...line,
    outcome,
    actorType: actor?.type ?? null,
    actorId: actor?.id ?? null,
    ...request,
  }
}

const current = perApplication<{ log?: SecurityLog | undefined }>(() => ({}))

/** Called by the kernel's provider when the application boots, and with nothing when it ends. */
export function useSecurityLog(log: SecurityLog | undefined): void {
  current().log?.close()
  current().log = log
}

/** The security log of the current application; nothing before it has booted. */
export function securityLog(): SecurityLog | undefined {
  return current().log
}
