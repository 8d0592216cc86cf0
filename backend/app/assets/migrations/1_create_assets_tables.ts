import { Schema } from '@crossdock/kernel/database'

/** Files and folders, their versions, and uploads in progress. All rows are deleted with their tenant. */
export default class extends Schema {
  override async up() {
    this.#createAssets()
    this.#indexAssets()
    this.createTenantTable(
      'asset_versions',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.integer('version').notNullable()
        table.string('content_id', 64).notNullable()
        table.bigInteger('size').notNullable()
        table.string('mime_type', 255).notNullable()
        table.string('uploaded_by', 36).nullable()
        this.instant(table, 'file_modified_at').nullable()
        table.unique(['asset_id', 'version'])
        table.index(['tenant_id', 'content_id'])
      },
      { references: { asset_id: 'assets' } }
    )
    // Uploads in several requests (tus), each with a draft of the same id, which finds them. Rows are deleted on
    // `DELETE`, and on expiry (`assets.expireUploads`, by the index).
    this.createTenantTable('uploads', (table) => {
      table.string('user_id', 36).nullable()
      table.string('parent_id', 36).nullable()
      this.json(table, 'path').notNullable()
      table.string('mime_type', 255).notNullable()
      table.bigInteger('length').nullable()
      table.boolean('is_partial').notNullable()
      table.text('concat').nullable()
      table.text('metadata').nullable()
      this.instant(table, 'expires_at').notNullable()
      table.string('asset_id', 36).nullable()
      table.integer('version').nullable()
      this.instant(table, 'file_modified_at').nullable()
      table.index(['expires_at'])
      // For the deletion of a tenant in batches.
      table.index(['tenant_id'])
    })
  }

  #createAssets(): void {
    const kept = this.postgres ? 'stored' : 'virtual'
    const time = this.postgres ? 'timestamptz(3)' : 'text'
    this.createTenantTable(
      'assets',
      (table) => {
        table.string('parent_id', 36).nullable()
        table.string('name', 255).notNullable()
        table.string('type', 10).notNullable()
        table.string('mime_type', 255).nullable()
        table.bigInteger('size').notNullable().defaultTo(0)
        table.integer('version').notNullable().defaultTo(0)
        this.json(table, 'metadata').notNullable()
        // The text that search reads, in the form that `metadata_values.ts` writes.
        table.text('words').notNullable().defaultTo('')
        table.string('uploaded_by', 36).nullable()
        this.instant(table, 'updated_at').notNullable()
        // When the file was last changed, as its sender says; null for folders, and when the sender does not say.
        this.instant(table, 'file_modified_at').nullable()
        this.instant(table, 'trashed_at').nullable()
        // Set on an asset deleted permanently while its contents are still being deleted. The row is deleted last.
        this.instant(table, 'purged_at').nullable()
        // A unique index ignores a null parent, and PostgreSQL cannot read in order with one.
        table.specificType(
          'parent_key',
          `varchar(36) generated always as (coalesce(parent_id, '')) stored`
        )
        // Lists by name sort upper and lower case together (SQLite: only ASCII).
        table.specificType('name_key', `varchar(255) generated always as (lower(name)) ${kept}`)
        table.specificType(
          'modified_key',
          `${time} generated always as (coalesce(file_modified_at, updated_at)) ${kept}`
        )
        table.index(['parent_id'])
      },
      { references: { parent_id: 'assets' } }
    )
    this.searchable('assets', ['name', 'words'])
    // For the list of tenants and the dashboard: files and folders outside the trash.
    this.counted('assets', { counter: 'assets.kept', when: { trashed_at: null } })
    // For the Usage page: files and their bytes by the person who uploaded them, including the trash.
    this.counted('assets', {
      counter: 'assets.byPerson',
      when: { type: 'file' },
      by: 'uploaded_by',
      sum: 'size',
    })
  }

  #indexAssets(): void {
    const index = (name: string, columns: string, condition: string, unique = '') =>
      this.schema.raw(`create ${unique} index ${name} on assets (${columns}) where ${condition}`)
    const present = 'trashed_at is null'
    const place = 'tenant_id, parent_key'
    const list = (name: string, column: string) =>
      index(`assets_by_${name}`, `${place}, ${column}, id`, present)
    const listAnywhere = (name: string, column: string) =>
      index(`assets_anywhere_by_${name}`, `tenant_id, ${column}, id`, present)
    // The order matters: of two indexes that fit equally well, SQLite takes the later one.
    index('assets_sibling_name', `${place}, name`, present, 'unique')
    for (const column of ['type', 'size', 'created_at', 'updated_at']) list(column, column)
    index('assets_trash', 'tenant_id, trashed_at, id', 'trashed_at is not null')
    // Finds the assets that a removed person hands over.
    this.schema.raw('create index assets_owner on assets (tenant_id, uploaded_by)')
    listAnywhere('updated_at', 'updated_at')
    list('name', 'name_key')
    listAnywhere('name', 'name_key')
    // These read only folders, however many files are next to them or in the trash.
    index('assets_folders', `${place}, id`, `type = 'folder'`)
    index('assets_trash_by_type', 'tenant_id, type, id', 'trashed_at is not null')
    list('modified', 'modified_key')
    listAnywhere('modified', 'modified_key')
  }
}
