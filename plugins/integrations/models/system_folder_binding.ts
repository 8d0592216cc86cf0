import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { BindingPermission, FieldMapping } from '../contracts/index.js'

/** Which files of a folder a system sees; what is left out lets all through. */
export interface VisibilityRules {
  /** Patterns of names: `*.pdf`. */
  include?: string[]
  exclude?: string[]
  /** `application/pdf`, `image/*`. */
  mimeTypes?: string[]
  /** Bytes. */
  maxSize?: number
}

/** How files of a folder are told to a system. */
export interface TransformationConfig {
  /** For endpoints whose own mapping takes nothing of the file. */
  fileMetadata?: FieldMapping['fileMetadata']
}

/** A folder that a system works with, and all that lies below it. */
export class SystemFolderBinding extends TenantModel {
  static override table = 'system_folder_bindings'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  /** The folder. */
  @column()
  declare assetId: string

  @jsonColumn()
  declare permissions: BindingPermission[]

  @jsonColumn()
  declare visibilityRules: VisibilityRules

  @jsonColumn()
  declare transformationConfig: TransformationConfig

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare updatedAt: string
}
