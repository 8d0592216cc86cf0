import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ask, dialect } from './database.js'

/** The function that may: only who owns a table may analyse it, and the application owns none. */
export const analyser = (table: string) => `${table}_analyse`

/** What a migration makes so that `analyse` may. Whoever may connect may call it: it changes what PostgreSQL expects, no row. */
export const createAnalyser = (table: string) =>
  `create function ${analyser(table)}() returns void
   language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
   begin analyze public.${table}; end $$`

/**
 * Has PostgreSQL look at a table (`Schema.analysable`) to which very much was added at once. Until autovacuum does, a
 * minute later if it is on at all, lists of such a table are planned for what it was before. Nothing on SQLite, whose
 * figures are fixed (`table_figures.ts`).
 */
export async function analyse(table: string): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${analyser(table)}()`)
}

const unknownAnalyser = 'analyse_unknown'
/** Of a table below it (in bytes) any way is quick. */
const worthIt = 64 * 1024

const analyseAllUnknown = `
  declare
    unknown text;
  begin
    for unknown in
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <= 0
        and relowner = (select oid from pg_roles where rolname = current_user)
        and pg_relation_size(oid) > ${worthIt}
      order by relname
    loop
      execute format('analyze public.%I', unknown);
    end loop;
  end `

/** Makes what `analyseUnknown` calls, where it is not there as it is here: a start that changes nothing needs no right to. */
export async function makeUnknownAnalyser(trx: TransactionClientContract): Promise<void> {
  const { rows } = await trx.rawQuery(
    `select prosrc from pg_proc where oid = to_regprocedure('public.${unknownAnalyser}()')`
  )
  if (rows[0]?.prosrc === analyseAllUnknown) return
  await trx.rawQuery(
    `create or replace function public.${unknownAnalyser}() returns void
     language plpgsql security definer set search_path = pg_catalog, pg_temp as $$${analyseAllUnknown}$$`
  )
}

/**
 * As `analyse`, for all tables that PostgreSQL has never looked at though much was added to them: what it knows nothing of
 * it reads by any index that begins with the tenant, and so much for each row that is added, foreign keys included. Where
 * there is none it costs a look into the catalog.
 */
export async function analyseUnknown(): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${unknownAnalyser}()`)
}
