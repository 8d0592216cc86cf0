import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Capability } from '../contracts/index.js'

/** A configuration whose secrets are sealed in place. */
export type StoredConfig = Record<string, unknown>

/** The description or template of the last creation or update. */
export interface SystemOrigin {
  kind: 'openapi' | 'template'
  /** Title of the description, name of the template. */
  title: string
  version: string
  /** SHA-256 of the document. */
  hash?: string
  url?: string
  templateId?: string
}

/** Parses stored credentials. Text that is not a JSON object is kept: another version may understand it. */
function read(stored: string | null): StoredConfig | string | null {
  try {
    const value = stored === null ? null : parseJson(stored)
    return typeof value === 'object' && !Array.isArray(value) ? (value as StoredConfig) : stored
  } catch {
    return stored
  }
}

/** A system outside of Crossdock that a tenant exchanges data with. */
export class ExternalSystem extends TenantModel {
  static override table = 'external_systems'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare name: string

  @column()
  declare description: string | null

  /** Name of its connector. */
  @column()
  declare systemType: string

  @column()
  declare baseUrl: string | null

  /** Name of its authentication type. */
  @column()
  declare authType: string

  /** The credentials. A text if they are still sealed as a whole (see `config/stored.ts`). */
  @column({
    prepare: (value: unknown) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    consume: read,
  })
  declare authConfig: StoredConfig | string | null

  /** Settings of its connector. */
  @jsonColumn()
  declare config: StoredConfig

  @jsonColumn()
  declare capabilities: Capability[]

  @booleanColumn()
  declare isActive: boolean

  /**
   * Set with the first folder binding, until a person deletes the last one. It is not cleared when the folders
   * are permanently deleted.
   */
  @booleanColumn()
  declare isBound: boolean

  /** The description or template that it was created from; null for a manually created system. */
  @jsonColumn()
  declare origin: SystemOrigin | null
  /** Maximum number of concurrent calls over all processes; null: only the limit of the workers applies. */
  @column()
  declare maxConcurrent: number | null

  @column()
  declare ratePerMinute: number | null

  /** Number of consecutive failures that pause its calls; 0: never. */
  @column()
  declare breakAfter: number

  @instantColumn()
  declare updatedAt: string
}
