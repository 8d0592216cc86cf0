import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import type { InsertQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type {
  LucidModel,
  ModelObject,
  ModelQueryBuilderContract,
} from '@adonisjs/lucid/types/model'
import { copyJson } from '../json/index.js'
import { instantColumn } from '../database/rows/columns.js'
import { selectRows } from '../database/rows/kept_rows.js'
import { isTenantOwned, TenantAdapter } from './adapter.js'
import { assertOperator, scopeOfRead, scopeToTenant } from './model_scope.js'

/** Base of all models: text ids and creation times, filled in by the kernel's adapter. */
export class Model extends BaseModel {
  /** Set here, because Lucid sets its own adapter on BaseModel whenever an application boots. */
  static override $adapter = new TenantAdapter()

  static override selfAssignPrimaryKey = true

  @column({ isPrimary: true })
  declare id: string

  @instantColumn()
  declare createdAt: string

  /** As in Lucid, but with a prepared statement: lookups by id are the most frequent queries. */
  static override async find<T extends LucidModel>(
    this: T,
    id: unknown
  ): Promise<InstanceType<T> | null> {
    assertOperator(this)
    if (typeof id !== 'string') return null
    const scope = isTenantOwned(this) ? scopeOfRead(this.table) : {}
    const [row] = await selectRows<ModelObject>(this.table, { id, ...scope })
    return row ? this.$createFromAdapterResult(row) : null
  }

  /** The transaction that read a row is not kept with it: see `modelClient` of the adapter. */
  override get $trx(): undefined {
    return undefined
  }

  override set $trx(_: unknown) {}

  /** Lucid's version merges deeply, so keys in foreign JSON could reach shared prototypes. This one copies. */
  override $hydrateOriginals(): void {
    const copies = Object.entries(this.$attributes).map(([name, value]) => [name, copyJson(value)])
    this.$original = Object.fromEntries(copies)
  }

  /**
   * Attributes changed since the row was read. Lucid's comparison calls methods of the values, which foreign
   * JSON may shadow (a key `toString`). This one compares JSON as text.
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
 * Base of every tenant-owned model. Reads, writes, updates and deletes are scoped to the context's tenant, and
 * to its environment if rows belong to one. Without a tenant they are refused (see TenantAdapter). Lucid
 * relations are refused, because their queries would bypass the scope: look rows up by id instead.
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
