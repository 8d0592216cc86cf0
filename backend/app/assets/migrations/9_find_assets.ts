import { Schema } from '@crossdock/kernel/database'

/** Beside the order of a folder, the one of a whole tenant: for what is found anywhere. */
const sortedAnywhere = ['name', 'updated_at']
/** Each kind of value has an index of its own; a row has a value of one kind, or a text that is a date, too. */
const values = ['text_value', 'number_value', 'date_value']

/**
 * Files and folders are found by their tags and metadata, too. `words` is what a search reads of them; tags and the
 * values of metadata stand beside, one row each. Rows go with their asset (`purgeSome`), stars and visits with their
 * person as well.
 */
export default class extends Schema {
  override async up() {
    this.unsearchable('assets')
    this.schema.alterTable('assets', (table) => {
      table.text('words').notNullable().defaultTo('')
    })
    const references = { asset_id: 'assets' }
    this.createTenantTable(
      'asset_tags',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('tag', 64).notNullable()
        // Compared by its characters: under row-level security only that order serves what begins with a text.
        table
          .specificType('tag_key', `varchar(255)${this.postgres ? ' collate "C"' : ''}`)
          .notNullable()
        table.unique(['asset_id', 'tag_key'])
        table.index(['tenant_id', 'tag_key', 'asset_id'])
      },
      { references }
    )
    this.createTenantTable(
      'asset_metadata',
      (table) => {
        table.string('asset_id', 36).notNullable()
        table.string('key', 128).notNullable()
        table.string('text_value', 255).nullable()
        table.specificType('number_value', this.postgres ? 'double precision' : 'real').nullable()
        this.instant(table, 'date_value').nullable()
        table.unique(['asset_id', 'key'])
      },
      { references }
    )
    for (const column of values) {
      this.schema.raw(
        `create index asset_metadata_${column} on asset_metadata (tenant_id, key, ${column}, asset_id)
         where ${column} is not null`
      )
    }
    this.createTenantTable(
      'asset_stars',
      (table) => {
        table.string('asset_id', 36).notNullable().index()
        table
          .string('user_id', 36)
          .notNullable()
          .references('id')
          .inTable('users')
          .onDelete('CASCADE')
        table.unique(['user_id', 'asset_id'])
      },
      { references }
    )
    this.createTenantTable(
      'asset_visits',
      (table) => {
        table.string('asset_id', 36).notNullable().index()
        table
          .string('user_id', 36)
          .notNullable()
          .references('id')
          .inTable('users')
          .onDelete('CASCADE')
        this.instant(table, 'visited_at').notNullable()
        table.unique(['user_id', 'asset_id'])
        table.index(['tenant_id', 'user_id', 'visited_at'])
      },
      { references }
    )
    this.changeRows(['assets', 'asset_metadata'], ...(this.postgres ? postgres : sqlite))
    this.searchable('assets', ['name', 'words'])
    for (const column of sortedAnywhere) {
      this.schema.raw(
        `create index assets_anywhere_by_${column} on assets (tenant_id, ${column}, id) where trashed_at is null`
      )
    }
  }

  override async down() {
    for (const column of sortedAnywhere) {
      this.schema.raw(`drop index assets_anywhere_by_${column}`)
    }
    this.unsearchable('assets')
    for (const table of ['asset_visits', 'asset_stars', 'asset_metadata', 'asset_tags']) {
      this.schema.dropTable(table)
    }
    this.schema.raw('alter table assets drop column words')
    this.searchable('assets', ['name'])
  }
}

const mostKeys = 100
const mostWords = 2000

/** What there is already, as `metadata_values.ts` makes it of what is written from now on. */
const sqlite = [
  `update assets set words = coalesce((
     select substr(group_concat(atom, char(10, 10)), 1, ${mostWords}) from json_tree(assets.metadata)
     where json_tree.type in ('text', 'integer', 'real')
   ), '') where metadata <> '{}'`,
  `insert into asset_metadata (id, tenant_id, created_at, asset_id, key, text_value, number_value, date_value)
   select lower(hex(randomblob(16))), tenant_id, created_at, id, key,
     case when type in ('true', 'false') then type when type = 'text' and length(atom) <= 255 then atom end,
     case when type in ('integer', 'real') then cast(atom as real) end,
     case when type = 'text' and date(substr(atom, 1, 10)) = substr(atom, 1, 10)
       and (length(atom) = 10 or atom glob '*T[0-9][0-9]:[0-9][0-9]*Z' or atom glob '*T*[-+][0-9][0-9]:[0-9][0-9]')
       then strftime('%Y-%m-%dT%H:%M:%fZ', atom) end
   from (
     select assets.id, tenant_id, created_at, entry.key, entry.type, entry.atom,
       row_number() over (partition by assets.id order by entry.id) as place
     from assets, json_each(assets.metadata) as entry
     where metadata <> '{}' and entry.type in ('text', 'integer', 'real', 'true', 'false')
       and length(entry.key) <= 128
   ) where place <= ${mostKeys}`,
]

// Without question marks, which Knex would take for values. Offsets go as far as PostgreSQL takes them.
const isoDate = String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9}){0,1}){0,1}(Z|[+-](0\d|1[0-5]):[0-5]\d)){0,1}$`
/** A day that its month does not have would end the migration. */
const isInMonth = `substr(text, 9, 2)::int <= extract(day from
  (left(text, 8) || '01')::timestamp + interval '1 month - 1 day')`

const postgres = [
  `update assets set words = coalesce((
     select left(string_agg(value #>> '{}', E'\n\n'), ${mostWords})
     from jsonb_path_query(metadata, 'strict $.**') as value where jsonb_typeof(value) in ('string', 'number')
   ), '') where metadata <> '{}'`,
  `insert into asset_metadata (id, tenant_id, created_at, asset_id, key, text_value, number_value, date_value)
   select gen_random_uuid()::text, tenant_id, created_at, id, key,
     case when type <> 'number' and length(text) <= 255 then text end,
     case when type = 'number' then text::double precision end,
     case when type = 'string' and text ~ '${isoDate}' and text >= '0001' then
       case when ${isInMonth} then
         (case when length(text) = 10 then text || 'T00:00Z' else text end)::timestamptz
       end end
   from (
     select assets.id, tenant_id, created_at, entry.key, jsonb_typeof(entry.value) as type,
       entry.value #>> '{}' as text, row_number() over (partition by assets.id order by entry.key) as place
     from assets, jsonb_each(assets.metadata) as entry
     where metadata <> '{}' and jsonb_typeof(entry.value) in ('string', 'number', 'boolean')
       and length(entry.key) <= 128
   ) as entries where place <= ${mostKeys}`,
]
