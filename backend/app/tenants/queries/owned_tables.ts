import { ask, dialect } from '@crossdock/kernel/database'
import { tenantRecords } from '../contracts/index.js'

/** A table whose rows belong to tenants. */
export interface OwnedTable {
  name: string
  /** The columns that identify a row. */
  key: string[]
  /** References between rows of this table: pairs of columns, the referring one first. */
  own: [from: string, to: string][][]
}

interface Column {
  name: string
  keys: string
}

interface Reference {
  id: string | number
  name: string
  target: string
  from: string
  to: string
}

const columnsOn = {
  sqlite: `select tables.name, (select group_concat(name) from pragma_table_info(tables.name) where pk > 0) as keys
    from sqlite_schema as tables
    where tables.type = 'table'
      and exists (select 1 from pragma_table_info(tables.name) where name = 'tenant_id')`,
  postgres: `select tables.relname as name, 'ctid' as keys
    from pg_class as tables
    join pg_attribute as owner on owner.attrelid = tables.oid and owner.attname = 'tenant_id'
      and not owner.attisdropped
    where tables.relkind in ('r', 'p') and tables.relnamespace = 'public'::regnamespace
      and has_table_privilege(tables.oid, 'DELETE')`,
}

const referencesOn = {
  sqlite: `select tables.name, keys.id, keys."table" as target, keys."from", keys."to"
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`,
  postgres: `select tables.relname as name, keys.oid::text as id, targets.relname as target,
      "from".attname as "from", "to".attname as "to"
    from pg_constraint as keys
    join pg_class as tables on tables.oid = keys.conrelid
    join pg_class as targets on targets.oid = keys.confrelid
    cross join unnest(keys.conkey, keys.confkey) as pair("from", "to")
    join pg_attribute as "from" on "from".attrelid = keys.conrelid and "from".attnum = pair."from"
    join pg_attribute as "to" on "to".attrelid = keys.confrelid and "to".attnum = pair."to"
    where keys.contype = 'f' and keys.connamespace = 'public'::regnamespace`,
}

/**
 * All tables with a `tenant_id`, as the database reports them, so that tables of plugins are included. Referring
 * tables come first, so that the deletion of a row does not cascade to many others. Leaves out tables whose rows
 * the operator keeps. Runs in operator scope.
 */
export async function ownedTables(): Promise<OwnedTable[]> {
  const kept = new Set([...tenantRecords.entries()].flatMap(([, { tables }]) => tables))
  const all = await ask<Column>(columnsOn[dialect()])
  const tables = all.filter(({ name }) => !kept.has(name))
  const references = await ask<Reference>(referencesOn[dialect()])
  const names = new Set(tables.map(({ name }) => name))
  const between = references.filter(({ name, target }) => names.has(name) && names.has(target))
  const sorted = referringFirst([...names].sort(), between)
  const keys = new Map(tables.map((table) => [table.name, table.keys.split(',')]))
  return sorted.map((name) => ({ name, key: keys.get(name)!, own: ownReferences(name, between) }))
}

function ownReferences(table: string, references: Reference[]): OwnedTable['own'] {
  const own = references.filter(({ name, target }) => name === table && target === table)
  return [...Map.groupBy(own, ({ id }) => id).values()].map((columns) =>
    columns.map(({ from, to }) => [from, to])
  )
}

function referringFirst(names: string[], references: Reference[]): string[] {
  const sorted: string[] = []
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const one of references) if (one.target === name && one.name !== name) visit(one.name)
    sorted.push(name)
  }
  names.forEach(visit)
  return sorted
}
