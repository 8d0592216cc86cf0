import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export type Level = 'read' | 'write'

/** What one person, or everyone with a role, may do in a folder. */
export interface Grant {
  kind: 'user' | 'role'
  /** The id of the person or the key of the role. */
  id: string
  level: Level
}

/** Permissions of a folder, which also apply to everything below it. */
export class FolderPermissions extends TenantModel {
  static override table = 'folder_permissions'

  @column()
  declare assetId: string

  /** Access of people without a grant. */
  @column()
  declare everyone: 'none' | 'read'

  @jsonColumn()
  declare grants: Grant[]

  @instantColumn()
  declare updatedAt: string
}
