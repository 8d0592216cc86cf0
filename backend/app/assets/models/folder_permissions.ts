import { column } from '@adonisjs/lucid/orm'
import { instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

export type Level = 'read' | 'write'

/** What one person, or everybody of a role, may do in a folder. */
export interface Grant {
  kind: 'user' | 'role'
  /** Of the person, or the role's key. */
  id: string
  level: Level
}

/** Who is let into a folder and what lies below it. */
export class FolderPermissions extends TenantModel {
  static override table = 'folder_permissions'

  @column()
  declare assetId: string

  /** What those may do who are not named. */
  @column()
  declare everyone: 'none' | 'read'

  @jsonColumn()
  declare grants: Grant[]

  @instantColumn()
  declare updatedAt: string
}
