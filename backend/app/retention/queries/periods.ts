import { keptEnvironments, keptRecords, type KeptRecords } from '../contracts/index.js'
import { RetentionRule } from '../models/retention_rule.js'

/** Where rows of a kind lie, and for how many days they are kept there; null: until somebody says otherwise. */
export interface Period {
  environmentId: string | null
  days: number | null
}

const dayMs = 24 * 60 * 60_000

/** The rules of the context's tenant, by kind; those of kinds that are not installed (any more) are left out. */
export async function rules(): Promise<Map<string, RetentionRule>> {
  const rows = await RetentionRule.query()
  return new Map(rows.filter(({ kind }) => keptRecords.get(kind)).map((row) => [row.kind, row]))
}

/** How long rows of a kind are kept in each place, by a rule or without one. */
export async function periodsOf(records: KeptRecords, rule: number | null): Promise<Period[]> {
  if (records.belongsTo === 'tenant') {
    return [{ environmentId: null, days: atLeast(records, rule ?? records.defaultDays ?? null) }]
  }
  const environments = await keptEnvironments.use().all()
  return environments.map(({ id, days }) => ({
    environmentId: id,
    days: atLeast(records, rule === null ? days : Math.min(rule, days)),
  }))
}

function atLeast({ least }: KeptRecords, days: number | null): number | null {
  return days === null ? null : Math.max(days, least?.days ?? 0)
}

/** Where rows of a kind lie: environments, or null alone for what belongs to none. */
export async function placesOf({ belongsTo }: KeptRecords): Promise<(string | null)[]> {
  if (belongsTo === 'tenant') return [null]
  return (await keptEnvironments.use().all()).map(({ id }) => id)
}

/** For how many days rows of a kind are kept in a place as of now. @returns null without end */
export async function daysIn(
  kind: string,
  records: KeptRecords,
  environmentId: string | null
): Promise<number | null> {
  const rule = await RetentionRule.query().where('kind', kind).first()
  const periods = await periodsOf(records, rule?.days ?? null)
  return periods.find((one) => one.environmentId === environmentId)?.days ?? null
}

/** What is older than so many days. */
export const daysBefore = (time: number, days: number): string =>
  new Date(time - days * dayMs).toISOString()
