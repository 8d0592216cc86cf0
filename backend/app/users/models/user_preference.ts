import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Keys that the server uses too, not only the console. */
export const preferenceKeys = {
  language: 'locale',
  appearance: 'theme',
  timeZone: 'preferences.timeZone',
} as const

/** One preference of a person in the console. */
export class UserPreference extends TenantModel {
  static override table = 'user_preferences'

  @column()
  declare userId: string

  @column()
  declare key: string

  @jsonColumn()
  declare value: unknown

  @instantColumn()
  declare updatedAt: string
}
