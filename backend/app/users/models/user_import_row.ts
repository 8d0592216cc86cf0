import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** What a row of a file does when the import runs. */
export const outcomes = ['invite', 'change', 'unchanged', 'error'] as const

export type Outcome = (typeof outcomes)[number]

/** One row of a file of people; null means an empty cell, which changes nothing. */
export class UserImportRow extends TenantModel {
  static override table = 'user_import_rows'

  @column()
  declare importId: string

  @column()
  declare line: number

  @column()
  declare outcome: Outcome

  @column()
  declare email: string | null

  @column()
  declare firstName: string | null

  @column()
  declare lastName: string | null

  @column()
  declare role: string | null

  @column({ consume: (value: unknown) => (value === null ? null : value === true || value === 1) })
  declare isActive: boolean | null

  /** Names of the fields that the row changes. */
  @jsonColumn()
  declare changes: string[]

  /** The wrong column. */
  @column()
  declare field: string | null

  @jsonColumn()
  declare problem: Text | null
}
