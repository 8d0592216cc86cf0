import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { BindingPermission, FieldMapping } from '../contracts/index.js'

/** Rules for the files of a folder that a system may receive. Omitted rules allow all files. */
export interface VisibilityRules {
  /** Name patterns: `*.pdf`. */
  include?: string[]
  exclude?: string[]
  /** `application/pdf`, `image/*`. */
  mimeTypes?: string[]
  /** Maximum size in bytes. */
  maxSize?: number
}

/** How files of a folder are mapped for a system. */
export interface TransformationConfig {
  /** The file mapping for endpoints that have none. */
  fileMetadata?: FieldMapping['fileMetadata']
}

/** A folder that a system works with, including everything below it. */
export class SystemFolderBinding extends TenantModel {
  static override table = 'system_folder_bindings'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  /** The id of the folder. */
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
