import { column } from '@adonisjs/lucid/orm'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** A part of a file of people that is still to be read. */
export class UserImportPiece extends TenantModel {
  static override table = 'user_import_pieces'

  @column()
  declare importId: string

  @column()
  declare place: number

  @column()
  declare bytes: Buffer
}
