import pg from 'pg'
import type { Context, Transaction } from '../../ground/context.js'
import { databaseState } from '../state.js'

/** Name of the PostgreSQL setting that the row-level security policies compare with. */
export const tenantSetting = 'app.tenant_id'
/** Value of this setting inside `asOperator`. It gives the tenant role no access. */
export const everyTenant = '*'
/** `on` in the sessions of a dump. The login that owns the tables can then read all rows, but not write them. */
export const backupSetting = 'app.backup'

/**
 * Returns the value of the setting for queries of this context. Without a context it is '', and no rows are
 * visible.
 */
export function settingFor(context: Context | undefined): string {
  if (!context) return ''
  return context.operator ? everyTenant : (context.tenantId ?? '')
}

/** Returns the only statement that changes the scope of a connection. `local` limits it to the transaction. */
export function scopeStatement(role: string | undefined, setting: string, local: boolean) {
  const tag = `set_config('${tenantSetting}', $1, ${local})`
  return role
    ? { text: `select ${tag}, set_config('role', $2, ${local})`, values: [setting, role] }
    : { text: `select ${tag}`, values: [setting] }
}

/**
 * Returns the first statements of a PostgreSQL transaction in this context: BEGIN and the scope, sent together.
 * The scope overrides that of the connection and ends with the transaction.
 */
export function beginInScope(context: Context, isSteady: boolean): string {
  const begin = isSteady ? 'begin isolation level repeatable read' : 'begin'
  const setting = pg.escapeLiteral(settingFor(context))
  return `${begin}; select set_config('${tenantSetting}', ${setting}, true)`
}

/** The present scope of each open transaction, if it was ever switched. */
const scopes = new WeakMap<Transaction, string>()

/**
 * Checks that the transaction has the scope of `context`. It is one connection, so it has one scope at a time.
 * @throws when it has another scope, because work in two scopes runs concurrently
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
 * @throws when its scope is no longer that of `outer`, because a switch was not awaited
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
