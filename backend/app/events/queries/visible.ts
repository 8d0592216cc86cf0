import { eventReading } from '@crossdock/backend/activity'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, tenantTable } from '@crossdock/kernel/tenancy'

export type LogRow = Record<string, unknown>

export interface Condition {
  sql: string
  values: (string | number)[]
}

/** Runs `work` for the current tenant, or for all tenants if a super administrator is outside of tenants. */
export const inReadableScope = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().tenantId
    ? work()
    : asOperator('a super administrator reads the event log of every tenant', work)

/** Placeholders for values in SQL. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join()

/**
 * Condition for events that the caller may read, as in the feed and the live stream: readable types and the
 * caller's own actions, without closed files and folders. Call it outside of `inReadableScope`, in the
 * caller's own context.
 * @param table the name of the log in the statement
 */
export async function visibleCondition(table: string): Promise<Condition> {
  const { actor } = currentContext()
  const readable = eventReading.use().types()
  const others = pluginHost
    .use()
    .eventTypes.map(({ name }) => name)
    .filter((name) => !readable.has(name))
  // `coalesce` prevents use of the index on types, which would not help: nearly every event matches.
  const type = `coalesce(${table}.event_type, '')`
  const own = actor.type === 'user' && others.length > 0 ? actor.id : null
  const mine = own ? ` or (${table}.user_id = ? and ${type} in (${placeholders(others)}))` : ''
  const veils = await eventReading.use().open({
    type: `${table}.target_type`,
    id: `${table}.target_id`,
    data: `${table}.payload`,
  })
  return {
    sql: [
      `(${type} in (${placeholders([...readable])})${mine})`,
      ...veils.map(({ sql }) => sql),
    ].join(' and '),
    values: [...readable, ...(own ? [own, ...others] : []), ...veils.flatMap((one) => one.values)],
  }
}

/** The events that the caller may read. @param condition from `visibleCondition`, in the caller's own context */
export const visibleLog = (condition: Condition) =>
  tenantTable<LogRow>('middleware_events').whereRaw(condition.sql, condition.values)
