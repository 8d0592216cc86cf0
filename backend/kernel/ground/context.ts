import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { perApplication } from './application.js'
import type { PermissionRef } from './permission.js'
import { Problem } from './problem.js'
import { text } from './text.js'

/** The actor: stored with every event and shown in the activity feed. */
export interface Actor {
  type: 'user' | 'token' | 'agent' | 'link' | 'webhook' | 'flow' | 'sync' | 'system'
  id: string | null
  /** The person behind the actor, if any. */
  userId: string | null
  label: string
}

/** Limits of the caller's credential; a caller cannot grant more than it has. */
export interface Caller {
  isSuperAdmin: boolean
  /** When the request's token expires; null: never, or no token. */
  expiresAt: string | null
  /** The only environment the request's token may use; null: any. */
  environmentId: string | null
  /** When the session's person last re-authenticated; null: never. Absent without a session. */
  provedAt?: string | null
}

/** The origin of a request, for the security log. */
export interface RequestFacts {
  ip: string
  userAgent: string | null
  method: string
  /** Pattern of the route with its ids, without query. */
  path: string
}

/** A check at the start of a request's first transaction; repeated by the next one until a commit. */
export interface Guard {
  /** Whether a transaction has taken over the check. */
  taken: boolean
  /** Runs in that transaction. @throws the error that prevents the work */
  check(): Promise<void>
  /** Set if the read state must not change before the commit: the error if it did. */
  failed?(): Error
}

/** An open transaction; kernel/database implements it (open_transaction.ts). */
export interface Transaction {
  /** The client for models and query builders. */
  readonly client: QueryClientContract
  /** Runs one statement, with `?` for each value. */
  ask(
    text: string,
    values?: readonly (string | number | boolean | Buffer | null)[]
  ): Promise<{ rows: Record<string, unknown>[]; changed: number }>
}

/** The context of all code that runs for a request, job or flow step. */
export interface Context {
  /** null outside any tenant (operator work, sign-in). */
  readonly tenantId: string | null
  /** true only inside `asOperator`: tenant-owned rows of every tenant are visible. */
  readonly operator: boolean
  readonly environmentId: string | null
  readonly actor: Actor
  readonly permissions: ReadonlySet<string>
  /** The person whose permissions are used, if the actor only caused the work. */
  readonly lenderId?: string | null
  readonly caller: Caller
  readonly requestId: string
  /** The causing request; absent in jobs and commands. */
  readonly request?: RequestFacts
  /** The current work, for the log: a job, step or consumer, by name and id. */
  readonly doing?: Readonly<Record<string, string>>
  /** The causing event, and the first one of its chain. */
  readonly causeId: string | null
  readonly rootId: string | null
  /** The caller's preconditions; taken by `transaction()`. */
  readonly guards?: readonly Guard[]
  /** The open transaction; set by `transaction()`. */
  readonly trx?: Transaction
  readonly afterCommit?: (() => void)[]
  /** Callbacks for the end of the open transaction, committed or not; see `afterEnd`. */
  readonly afterEnd?: (() => void)[]
}

export const systemActor: Actor = { type: 'system', id: null, userId: null, label: 'Crossdock' }

/** Each application has its own: a context and its transaction are meaningless to another application. */
const storage = perApplication(() => new AsyncLocalStorage<Context>())

/** The current context, or undefined outside of any. Prefer `currentContext()`. */
export function peekContext(): Context | undefined {
  return storage().getStore()
}

/** The current context. @throws when the caller runs outside a request, job or command. */
export function currentContext(): Context {
  const context = storage().getStore()
  if (!context) {
    throw new Error('No context: run this inside a request, a job or runInContext().')
  }
  return context
}

/** Whether the caller holds a permission; the super administrator may do anything. */
export function holds(
  { name }: PermissionRef,
  { caller, permissions }: Pick<Context, 'caller' | 'permissions'> = currentContext()
): boolean {
  return caller.isSuperAdmin || permissions.has(name)
}

/** The current tenant's id. @throws Problem E_NO_TENANT for a super administrator who chose none. */
export function currentTenantId(): string {
  const { tenantId } = currentContext()
  if (tenantId) return tenantId
  throw new Problem(
    403,
    'E_NO_TENANT',
    text('Choose a tenant first (X-Tenant header or tenantId).')
  )
}

/** A context for work without a request. */
export function newContext(part: Partial<Context> = {}): Context {
  return {
    tenantId: null,
    operator: false,
    environmentId: null,
    actor: systemActor,
    permissions: new Set(),
    caller: { isSuperAdmin: false, expiresAt: null, environmentId: null },
    requestId: crypto.randomUUID(),
    causeId: null,
    rootId: null,
    ...part,
  }
}

/**
 * Runs `work` in `context`. The callback is awaited inside, because Lucid queries start only when awaited: an
 * unawaited query that is returned would run outside.
 */
export function runInContext<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return storage().run(context, async () => await work())
}

/** Runs `work`; its first transaction begins with `guard`. */
export function runGuarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  const context = currentContext()
  return runInContext({ ...context, guards: [...(context.guards ?? []), guard] }, work)
}
