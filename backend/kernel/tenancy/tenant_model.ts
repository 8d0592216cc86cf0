import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { InsertQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type {
  LucidModel,
  ModelObject,
  ModelQueryBuilderContract,
} from '@adonisjs/lucid/types/model'
import { copyJson } from '../json/index.js'
import { instantColumn } from '../database/columns.js'
import { selectRows } from '../database/kept_rows.js'
import { isTenantOwned, TenantAdapter } from './adapter.js'
import { scopeOfRead, scopeToTenant } from './model_scope.js'

/** Base of all models: text ids and creation times, filled in by the kernel's adapter. */
export class Model extends BaseModel {
  /** Not on BaseModel, where Lucid puts its own whenever an application boots. */
  static override $adapter = new TenantAdapter()

  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare id: string

  @instantColumn()
  declare createdAt: string

  /** As Lucid's own, by a kept statement: rows are looked up by their ids more often than in any other way. */
  static override async find<T extends LucidModel>(
    this: T,
    id: unknown
  ): Promise<InstanceType<T> | null> {
    if (typeof id !== 'string') return null
    const scope = isTenantOwned(this) ? scopeOfRead(this.table) : {}
    const [row] = await selectRows<ModelObject>(this.table, { id, ...scope })
    return row ? this.$createFromAdapterResult(row) : null
  }

  /** What a row was read by does not stay with it: see `modelClient` of the adapter. */
  override get $trx(): undefined {
    return undefined
  }

  override set $trx(_: unknown) {}

  /**
   * Lucid's own makes a deep merge, by which keys of JSON from outside would reach the prototypes
   * that all objects share. Ours copies.
   */
  override $hydrateOriginals(): void {
    const copies = Object.entries(this.$attributes).map(([name, value]) => [name, copyJson(value)])
    this.$original = Object.fromEntries(copies)
  }

  /**
   * What has changed since the row was read. Lucid compares with a library that calls methods of
   * the values, which JSON from outside may shadow (a key `toString`); ours compares JSON as text.
   */
  override get $dirty(): ModelObject {
    if (!this.$isPersisted) return this.$attributes
    const changed = Object.entries(this.$attributes).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.$original[name])
    )
    return Object.fromEntries(changed)
  }
}

/**
 * Base of every tenant-owned model. Reads, writes, updates and deletes are scoped by the context's
 * tenant, and by its environment where rows belong to one, and refused without a tenant (see TenantAdapter). Lucid relations are refused: their queries
 * would run past the scope; look rows up by id instead.
 */
export class TenantModel extends Model {
  static readonly tenantOwned = true

  @column()
  declare tenantId: string

  static override $addRelation(name: string): never {
    throw new Error(`${this.name}.${name}: tenant-owned models have no relations; query by id.`)
  }

  override $getQueryFor(
    action: 'insert',
    client: QueryClientContract
  ): InsertQueryBuilderContract<unknown[]>
  override $getQueryFor(
    action: 'update' | 'delete' | 'refresh',
    client: QueryClientContract
  ): ModelQueryBuilderContract<LucidModel>
  override $getQueryFor(
    action: 'insert' | 'update' | 'delete' | 'refresh',
    client: QueryClientContract
  ) {
    if (action === 'insert') return super.$getQueryFor(action, client)
    const query = super.$getQueryFor(action, client) as ModelQueryBuilderContract<LucidModel>
    scopeToTenant(query, (this.constructor as LucidModel).table)
    return query
  }
}
