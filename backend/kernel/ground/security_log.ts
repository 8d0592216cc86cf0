import type { Logger } from '@adonisjs/core/logger'
import { clock } from './clock.js'
import { perApplication } from './application.js'
import type { Context, RequestFacts } from './context.js'
import { clientKey } from './addresses.js'

/** A security event. Never holds a secret: no token, code, cookie or link. */
export interface SecurityLine {
  /** The attempted action (`authentication`, `limit`) or the type of a recorded event. */
  event: string
  /** Code of a refusal. */
  code?: string
  actor?: { type: string; id: string | null } | null
  /** Masked address of a sign-in attempt. */
  email?: string | null
  tenantId?: string | null
  target?: { type: string; id: string }
  /** Payload fields that the event type releases for the log, e.g. `{ network, port }`. */
  payload?: Record<string, unknown>
  /** Number of events, if one line covers several. */
  count?: number
  requestId?: string | null
  request?: Partial<RequestFacts>
}

/** The part of a recorded event that a line may contain. */
type RecordedEvent = Pick<SecurityLine, 'target' | 'payload'> & { type: string }

const minuteMs = 60_000
/** Number of logged refusals per minute, client and reason. Further refusals are only counted. */
const linesPerReason = 10
/**
 * Number of logged refusals per minute over all clients and reasons. It limits the disk use of an attack from
 * many addresses.
 */
const linesInAll = 600
/** An operator's work in a tenant is logged once per this period. */
const crossingMs = 15 * minuteMs

/** `dispatch@quay.example` as `d***@quay.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email[0]}***${email.slice(at, at + 100)}`
}

/** Structured lines about refusals (warn) and about changes of permissions (info). */
export class SecurityLog {
  readonly #logger: Logger
  /** Refusals in this minute by client and code. */
  #refusals = new Map<string, number>()
  #written = 0
  #unwritten = 0
  #quiet = false
  readonly #crossings = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  /** @param loggedFields payload fields to log, by type of recorded security event */
  constructor(
    logger: Logger,
    private readonly loggedFields: ReadonlyMap<string, readonly string[]> = new Map()
  ) {
    this.#logger = logger.child({ log: 'security' })
    this.#timer = setInterval(() => this.endMinute(), minuteMs).unref()
  }

  /** Logs a refusal, unless this client was refused too often for the same reason in this minute. */
  refused(line: SecurityLine & { code: string }): void {
    const key = `${clientKey(line.request?.ip ?? '')} ${line.code}`
    const count = this.#refusals.get(key) ?? 0
    // More counters than lines are useless and would only use memory.
    if (count > 0 || this.#refusals.size < linesInAll) this.#refusals.set(key, count + 1)
    if (count >= linesPerReason || this.#written >= linesInAll) return void this.#unwritten++
    this.#written++
    this.#logger.warn(flat('refused', line), `refused: ${line.code}`)
  }

  /** Logs an action that was done. */
  allowed(line: SecurityLine): void {
    this.#logger[this.#quiet ? 'debug' : 'info'](flat('allowed', line), `allowed: ${line.event}`)
  }

  /** Logs Crossdock's own actions at level debug; refusals keep their level. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    this.#quiet = true
    return work().finally(() => (this.#quiet = false))
  }

  /** Logs a recorded event if its type is declared as a security event. */
  recorded({ type, target, payload = {} }: RecordedEvent, context: Context): void {
    const fields = this.loggedFields.get(type)
    if (!fields) return
    const { actor, tenantId, requestId, request } = context
    const line = { event: type, actor, tenantId, target, requestId, request }
    const shown = Object.fromEntries(fields.map((field) => [field, payload[field]]))
    this.allowed(fields.length === 0 ? line : { ...line, payload: shown })
  }

  /** Logs that a caller without a tenant works in one. */
  crossed(line: SecurityLine): void {
    const key = `${line.actor?.id} ${line.tenantId}`
    if (this.#crossings.has(key)) return
    this.#crossings.set(key, clock.ticks())
    this.allowed(line)
  }

  /** Starts a new minute and logs how many lines the last one left out. */
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

  /** Logs the remaining counts and stops. */
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

/** Called by the kernel's provider: with a log on boot, with undefined on shutdown. */
export function useSecurityLog(log: SecurityLog | undefined): void {
  current().log?.close()
  current().log = log
}

/** The security log of the current application; undefined before boot. */
export function securityLog(): SecurityLog | undefined {
  return current().log
}
