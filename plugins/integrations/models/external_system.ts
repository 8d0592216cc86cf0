import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { parseJson } from '@crossdock/kernel/json'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { Capability } from '../contracts/index.js'

/** A configuration with its secrets sealed in their places. */
export type StoredConfig = Record<string, unknown>

/** The description or the template a system was made from last. */
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

/** What is no object is left as the text it is: a form only another version knows. */
function read(stored: string | null): StoredConfig | string | null {
  try {
    const value = stored === null ? null : parseJson(stored)
    return typeof value === 'object' && !Array.isArray(value) ? (value as StoredConfig) : stored
  } catch {
    return stored
  }
}

/** A system of somebody else that a tenant exchanges data with. */
export class ExternalSystem extends TenantModel {
  static override table = 'external_systems'

  /** Where it works; rows stay there. */
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

  /** Name of its way of authentication. */
  @column()
  declare authType: string

  /** Credentials; a text where they are still sealed as a whole: see `config/stored.ts`. */
  @column({
    prepare: (value: unknown) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    consume: read,
  })
  declare authConfig: StoredConfig | string | null

  /** What its connector asks for. */
  @jsonColumn()
  declare config: StoredConfig

  @jsonColumn()
  declare capabilities: Capability[]

  @booleanColumn()
  declare isActive: boolean

  /** Since its first folder binding, until somebody deletes the last; not when its folders are deleted for good. */
  @booleanColumn()
  declare isBound: boolean

  /** What it was made from; null where a person entered it. */
  @jsonColumn()
  declare origin: SystemOrigin | null
  /** Calls at once, of all processes; null: as many as the workers make. */
  @column()
  declare maxConcurrent: number | null

  @column()
  declare ratePerMinute: number | null

  /** Failures in a row after which its calls pause; 0: they never do. */
  @column()
  declare breakAfter: number

  @instantColumn()
  declare updatedAt: string
}
