import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { foldedLetters } from '../../ground/fold.js'
import { perApplication } from '../../ground/application.js'
import { quote, type Roles } from '../wall/roles.js'
import { fieldStart, sideTable, type TextIndex } from './text_index.js'
import { tenantSetting } from '../wall/tenant_setting.js'
import { textIndexComment } from '../wall/wall.js'

/** PostgreSQL: name of the function that finds rows of the connection's tenant, or of all tenants. */
export const finder = (table: string, everywhere: boolean) =>
  `${table}_found${everywhere ? '_anywhere' : ''}`

const signature = '(text[], boolean[], integer)'

const foldName = 'public.crossdock_fold'

/** PostgreSQL: SQL that folds an expression like `fold` (ground/fold.ts). */
export const foldedText = (sql: string): string => `${foldName}(${sql})`

/**
 * The body of `crossdock_fold`. It contains the letter table of this process, because PostgreSQL has another
 * Unicode version, and its `lower` depends on the locale of the database.
 */
const foldBody = perApplication(() => {
  const letters = foldedLetters()
  const isOne = ([, folded]: [string, string]) => [...folded].length === 1
  const one = letters.filter(isOne)
  const several = letters.filter((pair) => !isOne(pair))
  const list = (texts: string[]) => `array[${texts.map((one) => `'${one}'`).join(',')}]`
  const [from, to] = [0, 1].map((at) => one.map((pair) => pair[at]).join(''))
  return `
   declare
     made text;
     single text[] := ${list(several.map(([letter]) => letter))};
     plural text[] := ${list(several.map(([, folded]) => folded))};
   begin
     if octet_length(given) = length(given) or getdatabaseencoding() <> 'UTF8' then
       return lower(given collate "C");
     end if;
     made := translate(lower(normalize(given, NFC) collate "C"), '${from}', '${to}');
     if made ~ '[${several.map(([letter]) => letter).join('')}]' then
       for at in 1 .. cardinality(single) loop
         made := replace(made, single[at], plural[at]);
       end loop;
     end if;
     return normalize(regexp_replace(normalize(made, NFC), 'i\u0307+', 'i', 'g'), NFC);
   end `
})

/** SQL that creates `crossdock_fold`. */
const createFold = (): string => `create or replace function ${foldName}(given text) returns text
   language plpgsql immutable strict parallel safe cost 2
   as $$${foldBody()}$$`

/**
 * Returns statements that keep a table's texts in a side table. PostgreSQL uses no index for `like` on a table
 * with row-level security. The side table has no row-level security, so no role may access it. Functions of the
 * owner write and read the side table. They return only ids, and only those of the connection's tenant.
 */
export function createPostgresIndex(index: TextIndex): string[] {
  const { table, columns, owner } = index
  const side = sideTable(table)
  const watched = [...columns, owner]
  const row = `new.id, new.${owner}, ${texts(columns, 'new')}`
  const differs = watched.map((column) => `old.${column} is distinct from new.${column}`)
  return [
    createFold(),
    `create table ${side} (id varchar(36) primary key, tenant varchar(36), texts text not null)`,
    `comment on table ${side} is '${textIndexComment}'`,
    // Forced row-level security would hide every row from the owner, too.
    `alter table ${table} no force row level security;
     insert into ${side} select t.id, t.${owner}, ${texts(columns, 't')} from ${table} t;
     alter table ${table} force row level security`,
    `create function ${side}_keep() returns trigger
     language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
     begin
       if tg_op <> 'INSERT' then delete from public.${side} where id = old.id; end if;
       if tg_op <> 'DELETE' then insert into public.${side} values (${row}); end if;
       return null;
     end $$`,
    `create trigger ${side}_added after insert or delete on ${table}
     for each row execute function ${side}_keep()`,
    `create trigger ${side}_changed after update of ${watched.join(', ')} on ${table}
     for each row when (${differs.join(' or ')}) execute function ${side}_keep()`,
    ...finders(table),
  ]
}

/** Undoes `createPostgresIndex`. */
export function dropPostgresIndex(table: string): string[] {
  const side = sideTable(table)
  return [
    ...[false, true].map((everywhere) => `drop function ${finder(table, everywhere)}${signature}`),
    `drop trigger ${side}_added on ${table}`,
    `drop trigger ${side}_changed on ${table}`,
    `drop function ${side}_keep()`,
    `drop table ${side}`,
  ]
}

const texts = (columns: readonly string[], row: string) =>
  columns
    .map((column) => `'${fieldStart}' || ${foldedText(`coalesce(${row}.${column}, '')`)}`)
    .join(' || ')

/**
 * Returns the body of a finder. Each call is planned with its patterns in the text, because their number of
 * matches decides whether the index pays off.
 */
const bodyOf = (table: string, everywhere: boolean) => `
   declare
     wanted text := '';
     own text := current_setting('${tenantSetting}', true);
   begin
     for at in 1 .. cardinality(patterns) loop
       wanted := wanted
         || format(' and texts %s %L', case when are_regex[at] then '~' else 'like' end, patterns[at]);
     end loop;
     ${everywhere ? '' : ofTenant(table)}
     return query execute 'select id from public.${sideTable(table)} where true' || wanted || ' limit $1'
       using most, own;
   end `

/**
 * Does not use the index if most rows belong to the tenant: reading its long list would take longer than the
 * other conditions.
 */
const ofTenant = (table: string) => `if exists (
       select from pg_stats
         cross join unnest(most_common_vals::text::text[], most_common_freqs) as common(tenant, share)
       where schemaname = 'public' and tablename = '${sideTable(table)}' and attname = 'tenant'
         and common.tenant = own and share > 0.5
     ) then
       wanted := wanted || ' and tenant || '''' = $2';
     else
       wanted := wanted || ' and tenant = $2';
     end if;`

/**
 * Returns statements for both finders of a table: for the connection's tenant, and for all. Existing functions
 * keep their privileges.
 */
const finders = (table: string) =>
  [false, true].map((everywhere) => {
    const found = finder(table, everywhere)
    return `create or replace function ${found}(patterns text[], are_regex boolean[], most integer)
   returns setof varchar language plpgsql stable security definer rows 1000
   set search_path = pg_catalog, pg_temp as $$${bodyOf(table, everywhere)}$$;
   revoke all on function ${found}${signature} from public`
  })

interface Side {
  name: string
  /** Source of the table's finder functions. */
  own: string | null
  anywhere: string | null
  /** Source of `crossdock_fold`. */
  fold: string | null
  indexed: boolean
  closed: boolean
}

/**
 * Makes sure that side tables are indexed, that each role may call only its finder, and that no role can read
 * the texts. A copied database may lack these. If nothing is missing, this is one query.
 * @returns why there are tables without an index; null when there are none
 */
export async function indexTexts(
  trx: TransactionClientContract,
  roles: Roles | null
): Promise<string | null> {
  const { rows } = await trx.rawQuery(catalog, [roles?.tenant ?? '', roles?.operator ?? ''])
  const sides = rows as Side[]
  const old = sides.filter((side) => !isCurrent(side))
  if (old.length > 0) {
    await trx.rawQuery(old.flatMap(({ name }) => finders(tableOf(name))).join(';\n'))
  }
  const unfolded = sides.filter(({ fold }) => fold !== foldBody())
  if (unfolded.length > 0) {
    await trx.rawQuery([createFold(), ...unfolded.map(foldAgain)].join(';\n'))
  }
  const open = sides.filter(({ closed }) => !closed)
  if (open.length > 0)
    await trx.rawQuery(open.flatMap(({ name }) => revokeAccess(name, roles)).join(';\n'))
  const bare = sides.filter(({ indexed }) => !indexed)
  if (bare.length === 0) return null
  try {
    await trx.transaction((attempt) => attempt.rawQuery(bare.flatMap(makeIndex).join(';\n')))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function isCurrent({ name, own, anywhere }: Side): boolean {
  const table = tableOf(name)
  return own === bodyOf(table, false) && anywhere === bodyOf(table, true)
}

/**
 * Folds present texts again, as this version does. Folding twice loses nothing that a search needs. Most texts
 * are ASCII or do not change, and are not written.
 */
const foldAgain = ({ name }: Side): string =>
  `update ${name} set texts = ${foldedText('texts')}
   where octet_length(texts) <> length(texts) and texts <> ${foldedText('texts')}`

const tableOf = (side: string) => side.slice(0, -sideTable('').length)

function revokeAccess(side: string, roles: Roles | null): string[] {
  const table = tableOf(side)
  const [own, anywhere] = [false, true].map((all) => `${finder(table, all)}${signature}`)
  return [
    `revoke all on function ${own}, ${anywhere} from public`,
    ...(roles
      ? [
          `revoke all on ${quote(side)} from ${quote(roles.tenant)}, ${quote(roles.operator)}`,
          `revoke all on function ${own}, ${anywhere} from ${quote(roles.tenant)}, ${quote(roles.operator)}`,
          `grant execute on function ${own} to ${quote(roles.tenant)}`,
          `grant execute on function ${anywhere} to ${quote(roles.operator)}`,
        ]
      : []),
  ]
}

const makeIndex = ({ name }: Side) => [
  'create extension if not exists pg_trgm',
  'create extension if not exists btree_gin',
  `create index ${name}_trigrams on ${name} using gin (tenant, texts gin_trgm_ops)`,
]

const catalog = `
  select c.relname as name,
    exists (
      select from pg_class i where i.relnamespace = c.relnamespace and i.relname = c.relname || '_trigrams'
    ) as indexed,
    (select prosrc from pg_proc where oid = own.oid) as own,
    (select prosrc from pg_proc where oid = anywhere.oid) as anywhere,
    (select prosrc from pg_proc where oid = to_regprocedure('${foldName}(text)')) as fold,
    own.oid is not null
      and not has_function_privilege('public', own.oid, 'EXECUTE')
      and not has_function_privilege('public', anywhere.oid, 'EXECUTE')
      and not coalesce(has_function_privilege(t.oid, anywhere.oid, 'EXECUTE'), false)
      and not coalesce(has_function_privilege(o.oid, own.oid, 'EXECUTE'), false)
      and coalesce(has_function_privilege(t.oid, own.oid, 'EXECUTE'), roles.tenant = '')
      and coalesce(has_function_privilege(o.oid, anywhere.oid, 'EXECUTE'), roles.operator = '')
      and not coalesce(has_table_privilege(t.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE'), false)
      and not coalesce(has_table_privilege(o.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE'), false)
      as closed
  from pg_class c
  cross join (values (?::text, ?::text)) as roles(tenant, operator)
  cross join lateral (
    select 'public.' || left(c.relname, -${sideTable('').length}) || '_found' as name
  ) as found
  cross join lateral (select to_regprocedure(found.name || '${signature}') as oid) as own
  cross join lateral (select to_regprocedure(found.name || '_anywhere${signature}') as oid) as anywhere
  left join pg_roles t on t.rolname = roles.tenant
  left join pg_roles o on o.rolname = roles.operator
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and c.relowner = (select oid from pg_roles where rolname = current_user)
    and obj_description(c.oid, 'pg_class') = '${textIndexComment}'
  order by c.relname`
