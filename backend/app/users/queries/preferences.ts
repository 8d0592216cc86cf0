import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { UserPreference } from '../models/user_preference.js'

type PreferenceQuery = ModelQueryBuilderContract<typeof UserPreference>

/** Runs `work` in the tenant of the caller, or past all of them for a super administrator, who belongs to none. */
export const wherePeopleLive = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().caller.isSuperAdmin || !currentContext().tenantId
    ? asOperator("a super administrator's preferences belong to no tenant", work)
    : work()

export const ownPreferences = (userId: string): PreferenceQuery =>
  UserPreference.query().where('user_id', userId)

/** All that a person has set, by key. */
export async function preferencesOf(userId: string): Promise<Record<string, unknown>> {
  const rows = await wherePeopleLive(async () => ownPreferences(userId).orderBy('key'))
  return byKey(rows)
}

export const byKey = (rows: readonly UserPreference[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]))
