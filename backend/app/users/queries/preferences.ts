import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { UserPreference } from '../models/user_preference.js'

type PreferenceQuery = ModelQueryBuilderContract<typeof UserPreference>

/** Runs `work` in the tenant of the caller, or without a tenant for a super administrator. */
export const inPeopleScope = <T>(work: () => Promise<T>): Promise<T> =>
  currentContext().caller.isSuperAdmin || !currentContext().tenantId
    ? asOperator("a super administrator's preferences belong to no tenant", work)
    : work()

export const ownPreferences = (userId: string): PreferenceQuery =>
  UserPreference.query().where('user_id', userId)

/** All preferences of a person, by key. */
export async function preferencesOf(userId: string): Promise<Record<string, unknown>> {
  const rows = await inPeopleScope(async () => ownPreferences(userId).orderBy('key'))
  return toObject(rows)
}

export const toObject = (rows: readonly UserPreference[]): Record<string, unknown> =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value]))
