import pg from 'pg'
import type { Context, Transaction } from '../ground/context.js'
import { databaseState } from './state.js'

/** Name of the PostgreSQL setting the row-level security policies compare with. */
export const tenantSetting = 'app.tenant_id'
/** What the setting reads inside `asOperator`. Worth nothing to the role of tenants' work. */
export const everyTenant = '*'
/** `on` in the sessions of a dump: the login that owns the tables then reads all of them, and changes nothing by it. */
export const backupSetting = 'app.backup'

/** What the setting must be for queries of this context; '' (nothing visible) outside any. */
export function settingFor(context: Context | undefined): string {
  if (!context) return ''
  return context.operator ? everyTenant : (context.tenantId ?? '')
}

/** The one statement that changes who a connection works for; `local` ends with the transaction. */
export function scopeStatement(role: string | undefined, setting: string, local: boolean) {
  const tag = `set_config('${tenantSetting}', $1, ${local})`
  return role
    ? { text: `select ${tag}, set_config('role', $2, ${local})`, values: [setting, role] }
    : { text: `select ${tag}`, values: [setting] }
}

/**
 * How a transaction of this context begins on PostgreSQL: with its scope, in one round trip. It ends with the transaction,
 * whoever the connection worked for before.
 */
export function beginInScope(context: Context, isSteady: boolean): string {
  const begin = isSteady ? 'begin isolation level repeatable read' : 'begin'
  const setting = pg.escapeLiteral(settingFor(context))
  return `${begin}; select set_config('${tenantSetting}', ${setting}, true)`
}

/** The scope each open transaction is in, once it was switched. */
const scopes = new WeakMap<Transaction, string>()

/**
 * A transaction is one connection and can only be in one scope at a time.
 * @throws when `context` asks for another than the one it is in: two ran side by side.
 */
export function assertScope(trx: Transaction, context: Context): void {
  const present = scopes.get(trx)
  if (present === undefined || present === settingFor(context)) return
  throw new Error(
    'Two scopes are used side by side in one transaction: await what runs in inTenant() or ' +
      'asOperator() before going on outside of it.'
  )
}

/**
 * Switches an open transaction to another scope for the time of `work`.
 * @throws when it is in another scope than `outer` already, because a switch was not awaited.
 */
export async function useTenantSetting<T>(
  trx: Transaction,
  outer: Context,
  inner: Context,
  work: () => Promise<T>
): Promise<T> {
  assertScope(trx, outer)
  if (settingFor(outer) === settingFor(inner)) return work()
  scopes.set(trx, settingFor(inner))
  try {
    await switchScope(trx, inner)
    return await work()
  } finally {
    // In a transaction PostgreSQL has aborted this fails, and the rollback restores the scope.
    await switchScope(trx, outer).catch(() => undefined)
    scopes.set(trx, settingFor(outer))
  }
}

async function switchScope(trx: Transaction, context: Context): Promise<void> {
  if (trx.client.dialect.name !== 'postgres') return
  const role = databaseState().roles?.[context.operator ? 'operator' : 'tenant']
  const { text, values } = scopeStatement(role, settingFor(context), true)
  await trx.ask(text.replaceAll(/\$\d/g, '?'), values)
}
