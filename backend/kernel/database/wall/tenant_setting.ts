import pg from 'pg'
import type { Context, Transaction } from '../../ground/context.js'
import { databaseState } from '../state.js'

/** Name of the PostgreSQL setting that the row-level security policies compare with. */
export const tenantSetting = 'app.tenant_id'
/** Its value inside `asOperator`. It gives the tenant role no access. */
export const everyTenant = '*'
/** `on` in the sessions of a dump: the login that owns the tables can then read all rows, but not write. */
export const backupSetting = 'app.backup'

/** The value of the setting for queries of this context; '' (no rows visible) without a context. */
export function settingFor(context: Context | undefined): string {
  if (!context) return ''
  return context.operator ? everyTenant : (context.tenantId ?? '')
}

/** The only statement that changes the scope of a connection; `local` limits it to the transaction. */
export function scopeStatement(role: string | undefined, setting: string, local: boolean) {
  const tag = `set_config('${tenantSetting}', $1, ${local})`
  return role
    ? { text: `select ${tag}, set_config('role', $2, ${local})`, values: [setting, role] }
    : { text: `select ${tag}`, values: [setting] }
}

/**
 * The first statements of a PostgreSQL transaction in this context: BEGIN and the scope, in one round trip. The
 * scope ends with the transaction and overrides that of the connection.
 */
export function beginInScope(context: Context, isSteady: boolean): string {
  const begin = isSteady ? 'begin isolation level repeatable read' : 'begin'
  const setting = pg.escapeLiteral(settingFor(context))
  return `${begin}; select set_config('${tenantSetting}', ${setting}, true)`
}

/** The scope of each open transaction, once it was switched. */
const scopes = new WeakMap<Transaction, string>()

/**
 * A transaction is one connection and has one scope at a time.
 * @throws when `context` needs another scope: two ran concurrently.
 */
export function assertScope(trx: Transaction, context: Context): void {
  const present = scopes.get(trx)
  if (present === undefined || present === settingFor(context)) return
  throw new Error(
    'Two scopes run at the same time in one transaction: await what runs in inTenant() or ' +
      'asOperator() before you continue outside.'
  )
}

/**
 * Switches an open transaction to another scope during `work`.
 * @throws when its scope is no longer that of `outer`, because a switch was not awaited.
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
    // This fails in an aborted PostgreSQL transaction; its rollback restores the scope.
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
