import { keptEnvironments, keptRecords, type KeptRecords } from '../contracts/index.js'
import { RetentionRule } from '../models/retention_rule.js'

/** For how many days rows of a kind are kept in an environment, or in the tenant (null). */
export interface Period {
  environmentId: string | null
  days: number | null
}

const dayMs = 24 * 60 * 60_000

/** The rules of the context's tenant, by kind, without kinds of plugins that are not installed. */
export async function rules(): Promise<Map<string, RetentionRule>> {
  const rows = await RetentionRule.query()
  return new Map(rows.filter(({ kind }) => keptRecords.get(kind)).map((row) => [row.kind, row]))
}

/**
 * The periods of a kind in each environment, or in the tenant.
 * @param rule days of the organization's rule; null without a rule
 */
export async function periodsOf(records: KeptRecords, rule: number | null): Promise<Period[]> {
  if (records.belongsTo === 'tenant') {
    return [
      { environmentId: null, days: withMinimum(records, rule ?? records.defaultDays ?? null) },
    ]
  }
  const environments = await keptEnvironments.use().all()
  return environments.map(({ id, days }) => ({
    environmentId: id,
    days: withMinimum(records, rule === null ? days : Math.min(rule, days)),
  }))
}

function withMinimum({ least }: KeptRecords, days: number | null): number | null {
  return days === null ? null : Math.max(days, least?.days ?? 0)
}

/** The ids of all environments for a kind that belongs to environments; otherwise only null, for the tenant. */
export async function placesOf({ belongsTo }: KeptRecords): Promise<(string | null)[]> {
  if (belongsTo === 'tenant') return [null]
  return (await keptEnvironments.use().all()).map(({ id }) => id)
}

/** For how many days rows of a kind are kept now, in an environment or in the tenant. @returns null without limit */
export async function findDays(
  kind: string,
  records: KeptRecords,
  environmentId: string | null
): Promise<number | null> {
  const rule = await RetentionRule.query().where('kind', kind).first()
  const periods = await periodsOf(records, rule?.days ?? null)
  return periods.find((one) => one.environmentId === environmentId)?.days ?? null
}

/** The instant some days before a time. Older rows have expired. */
export const daysBefore = (time: number, days: number): string =>
  new Date(time - days * dayMs).toISOString()
