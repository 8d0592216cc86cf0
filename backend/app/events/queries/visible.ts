import { eventReading } from '@crossdock/backend/activity'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, tenantTable } from '@crossdock/kernel/tenancy'
import type { LogRow } from '../transformers/event.js'

export interface Condition {
  sql: string
  values: (string | number)[]
}

/** Runs `work` for the current tenant, or for all of them when a super administrator has chosen none. */
export const wherever = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().tenantId
    ? work()
    : asOperator('a super administrator reads the event log of every tenant', work)

/** Placeholders for values in SQL. */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join()

/**
 * The events that the caller may read, as in the feed and the live stream: types they have the permission for, and their own
 * actions, without files and folders closed to them. Call it outside of `wherever`, in the caller's own context.
 * @param table the name of the log in the statement
 */
export async function visible(table: string): Promise<Condition> {
  const { actor } = currentContext()
  const readable = eventReading.use().types()
  const others = pluginHost
    .use()
    .eventTypes.map(({ name }) => name)
    .filter((name) => !readable.has(name))
  // Nearly every event is of these types: an index of types is no help.
  const type = `coalesce(${table}.event_type, '')`
  const own = actor.type === 'user' && others.length > 0 ? actor.id : null
  const mine = own ? ` or (${table}.user_id = ? and ${type} in (${marks(others)}))` : ''
  const veils = await eventReading.use().open({
    type: `${table}.target_type`,
    id: `${table}.target_id`,
    data: `${table}.payload`,
  })
  return {
    sql: [`(${type} in (${marks([...readable])})${mine})`, ...veils.map(({ sql }) => sql)].join(
      ' and '
    ),
    values: [...readable, ...(own ? [own, ...others] : []), ...veils.flatMap((one) => one.values)],
  }
}

/** The events that the caller may read. @param condition from `visible`, in the caller's own context */
export const visibleLog = (condition: Condition) =>
  tenantTable<LogRow>('middleware_events').whereRaw(condition.sql, condition.values)
