import type { QueryClientContract } from '@adonisjs/lucid/types/database'

/** A column of a tenant-owned table that holds the id of a row of another one. */
export interface Reference {
  table: string
  column: string
  target: string
  /** The table has rows of no tenant. */
  nullable?: boolean
  /** Whether the column must hold something from now on; as it was when it is left out. */
  required?: boolean
}

/** The columns of a foreign key and what they refer to. */
export interface KeyKind {
  columns(column: string): string[]
  target: string[]
  constraint(reference: Reference): string
}

export const plain: KeyKind = {
  columns: (column) => [column],
  target: ['id'],
  constraint: ({ table, column }) => `${table}_${column}_foreign`,
}

/** Holds rows of the own tenant only. */
export const within: KeyKind = {
  columns: (column) => ['tenant_id', column],
  target: ['tenant_id', 'id'],
  constraint: ({ table, column }) => `${table}_tenant_id_${column}_foreign`,
}

const clause = ({ column, target }: Reference, kind: KeyKind) =>
  `foreign key (${kind.columns(column).join()}) references ${target} (${kind.target.join()}) on delete cascade`

/**
 * The statements that leave exactly these foreign keys on a PostgreSQL column; sent as one they are
 * one transaction. While they run the owner sees every row, or existing ones would pass unchecked.
 */
export function postgresKeys(reference: Reference, keys: KeyKind[]): string {
  const { table, target } = reference
  const tables = [...new Set([table, target])]
  const each = (action: string) =>
    tables.map((name) => `alter table ${name} ${action} row level security`)
  const drop = [plain, within].map(
    (kind) => `drop constraint if exists ${kind.constraint(reference)}`
  )
  const add = keys.map(
    (kind) => `add constraint ${kind.constraint(reference)} ${clause(reference, kind)}`
  )
  const { required, column } = reference
  const held =
    required === undefined ? [] : [`alter column ${column} ${required ? 'set' : 'drop'} not null`]
  return [
    ...each('no force'),
    `alter table ${table} ${[...held, ...drop, ...add].join(', ')}`,
    ...each('force'),
  ].join(';\n')
}

/**
 * SQLite cannot change the foreign keys of a table: it is made anew as its documentation says
 * (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes"), with its rows,
 * indexes and triggers.
 */
export async function sqliteKeys(
  client: QueryClientContract,
  reference: Reference,
  keys: KeyKind[]
): Promise<void> {
  const { table, column, target } = reference
  const all = async <Row>(sql: string): Promise<Row[]> => client.rawQuery(sql)
  const made = await all<{ type: string; sql: string }>(
    `select type, sql from sqlite_schema where tbl_name = '${table}' and sql is not null`
  )
  const columns = await all<{ name: string; hidden: number }>(`pragma table_xinfo(${table})`)
  const stored = columns.filter(({ hidden }) => hidden === 0).map(({ name }) => `"${name}"`)
  const definition = made.find(({ type }) => type === 'table')!.sql
  const anew = withKeys(definition, reference, keys).replace(
    /^create table\s+\S+/i,
    `create table "${table}_anew"`
  )
  // Has no effect inside a transaction; with it on, dropping the table would delete what refers to it.
  await all('pragma foreign_keys = off')
  // Triggers of other tables may name this one, which is not there for a moment.
  await all('pragma legacy_alter_table = on')
  try {
    await all('begin immediate')
    await all(anew)
    await all(
      `insert into "${table}_anew" (${stored.join()}) select ${stored.join()} from ${table}`
    )
    await all(`drop table ${table}`)
    await all(`alter table "${table}_anew" rename to ${table}`)
    for (const { type, sql } of made) if (type !== 'table') await all(sql)
    const broken = await all(`pragma foreign_key_check(${table})`)
    if (broken.length > 0) {
      throw new Error(
        `${broken.length} rows of ${table} name with ${column} a row of ${target} that does not exist or belongs to another tenant.`
      )
    }
    await all('commit')
  } catch (error) {
    await all('rollback').catch(() => undefined)
    throw error
  } finally {
    await all('pragma legacy_alter_table = off')
    await all('pragma foreign_keys = on')
  }
}

/** A table's definition with exactly these keys on the column. */
function withKeys(definition: string, reference: Reference, keys: KeyKind[]): string {
  const { column, target } = reference
  const part = `(?:\`?tenant_id\`?,\\s*)?\`?${column}\`?`
  const key = `,\\s*foreign key\\s*\\(${part}\\)\\s*references\\s*\`?${target}\`?\\s*\\([^)]*\\)\\s*on delete cascade`
  const without = definition.replaceAll(new RegExp(key, 'gi'), '')
  const held = reference.required === undefined ? without : withHeld(without, reference)
  const at = held.lastIndexOf(')')
  const clauses = keys.map((kind) => `, ${clause(reference, kind)}`).join('')
  return `${held.slice(0, at)}${clauses}${held.slice(at)}`
}

/** The definition in which the column must hold something, or need not. */
function withHeld(definition: string, { column, required }: Reference): string {
  const type = '\\w+(?:\\(\\d+\\))?'
  const part = new RegExp(
    `([(,]\\s*[\`"]?${column}[\`"]?\\s+${type})(?:\\s+(?:not\\s+)?null)?`,
    'i'
  )
  return definition.replace(part, required ? '$1 not null' : '$1')
}
