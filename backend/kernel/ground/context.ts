import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { perApplication } from './application.js'
import type { PermissionRef } from './permission.js'
import { Problem } from './problem.js'
import { text } from './text.js'

/** Who acts: written to every event, shown in the activity feed. */
export interface Actor {
  type: 'user' | 'token' | 'agent' | 'link' | 'webhook' | 'flow' | 'sync' | 'system'
  id: string | null
  /** The person behind the actor, when there is one. */
  userId: string | null
  label: string
}

/** The bounds of the credential behind a request; nobody passes on more than they have. */
export interface Caller {
  isSuperAdmin: boolean
  /** When the token behind the request ends; null: never, or no token. */
  expiresAt: string | null
  /** The only environment the token behind the request may use; null: any. */
  environmentId: string | null
  /** When the person of the session last proved who they are; null: never. Absent where no session calls. */
  provedAt?: string | null
}

/** Where a request came from, for the security log. */
export interface RequestFacts {
  ip: string
  userAgent: string | null
  method: string
  /** Pattern of the route with its ids, without query. */
  path: string
}

/** What the first transaction of a request begins with; until one is committed, the next one does. */
export interface Guard {
  /** A transaction has looked. */
  taken: boolean
  /** Runs in that transaction. @throws what keeps it from doing anything */
  check(): Promise<void>
  /** There where what was read must stay so until the commit: what is thrown when it did not. */
  failed?(): Error
}

/** An open transaction; the database's room has what it does (open_transaction.ts). */
export interface Transaction {
  /** Models and query builders ask by it. */
  readonly client: QueryClientContract
  /** Asks one statement, with `?` for each value. */
  ask(
    text: string,
    values?: readonly (string | number | boolean | Buffer | null)[]
  ): Promise<{ rows: Record<string, unknown>[]; changed: number }>
}

/** What everything below a request, a job or a flow step may know about where it runs. */
export interface Context {
  /** null outside any tenant (operator work, sign-in). */
  readonly tenantId: string | null
  /** true only inside `asOperator`: tenant-owned rows of every tenant are visible. */
  readonly operator: boolean
  readonly environmentId: string | null
  readonly actor: Actor
  readonly permissions: ReadonlySet<string>
  /** The person who lends these rights, where the actor only caused what is done with them. */
  readonly lenderId?: string | null
  readonly caller: Caller
  readonly requestId: string
  /** The request that led here; absent in jobs and commands. */
  readonly request?: RequestFacts
  /** What is being done, for the log: a job, a step, a consumer, by name and id. */
  readonly doing?: Readonly<Record<string, string>>
  /** Event that led here, and the first one of its chain. */
  readonly causeId: string | null
  readonly rootId: string | null
  /** Conditions of the caller's; taken by `transaction()`. */
  readonly guards?: readonly Guard[]
  /** The open transaction; set by `transaction()`. */
  readonly trx?: Transaction
  readonly afterCommit?: (() => void)[]
  /** What waits for the open transaction to end, with a commit or without; see `afterEnd`. */
  readonly afterEnd?: (() => void)[]
}

export const systemActor: Actor = { type: 'system', id: null, userId: null, label: 'Crossdock' }

/** Each application has its own: a context, with its transaction, is nothing to another application. */
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

/** Whether the caller may do what a permission is asked for; the super administrator may do anything. */
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

/** A context for work that no request started. */
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
 * Runs `work` in `context`. The callback is awaited inside, because Lucid queries only start when
 * they are awaited: returning an unawaited query would run it outside.
 */
export function runInContext<T>(context: Context, work: () => Promise<T>): Promise<T> {
  return storage().run(context, async () => await work())
}

/** Runs `work`, whose first transaction begins with `guard`. */
export function runGuarded<T>(guard: Guard, work: () => Promise<T>): Promise<T> {
  const context = currentContext()
  return runInContext({ ...context, guards: [...(context.guards ?? []), guard] }, work)
}
