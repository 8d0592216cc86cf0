import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import type { Text } from '@crossdock/kernel/ground'
import { TenantModel } from '@crossdock/kernel/tenancy'

export const importStates = ['reading', 'checked', 'running', 'done', 'failed'] as const

/** The column that counts the rows with an outcome. */
export const countOf = {
  invite: 'invites',
  change: 'changes',
  unchanged: 'unchanged',
  error: 'errors',
} as const

/** Counts before any row was read. */
export const nothingRead = {
  total: 0,
  invites: 0,
  changes: 0,
  unchanged: 0,
  errors: 0,
} as const

/** A file of people and the progress of its import. */
export class UserImport extends TenantModel {
  static override table = 'user_imports'

  @column()
  declare state: (typeof importStates)[number]

  /** Whether the import only computes what each row would do, until it is run. */
  @booleanColumn()
  declare dryRun: boolean

  /** Whether new people get an invitation by mail. */
  @booleanColumn()
  declare invite: boolean

  @jsonColumn()
  declare permissions: string[]

  @column()
  declare total: number

  @column()
  declare invites: number

  @column()
  declare changes: number

  @column()
  declare unchanged: number

  @column()
  declare errors: number

  @column()
  declare done: number

  @column()
  declare mailed: number

  @column()
  declare reachedLine: number

  @jsonColumn()
  declare problem: Text | null

  @instantColumn()
  declare finishedAt: string | null
}
