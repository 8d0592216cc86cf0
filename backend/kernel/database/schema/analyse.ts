import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ask, dialect } from '../database.js'

/**
 * Name of the function that analyzes a table. Only the owner of a table may analyze it, and the application
 * owns none.
 */
const analyzerName = (table: string) => `${table}_analyse`

/**
 * Returns the SQL that creates this function. Any database user may call the function: it updates statistics,
 * never rows.
 */
export const createAnalyzer = (table: string) =>
  `create function ${analyzerName(table)}() returns void
   language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
   begin analyze public.${table}; end $$`

/**
 * Has PostgreSQL analyze a table (`Schema.analyzable`) after a large insert. Until autovacuum does so, a minute
 * later if it is on at all, queries are planned for the old size. Does nothing on SQLite, whose statistics are
 * fixed (`table_figures.ts`).
 */
export async function analyzeTable(table: string): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${analyzerName(table)}()`)
}

const unknownAnalyzer = 'analyse_unknown'
/** For smaller tables (in bytes), any plan is fast. */
const worthIt = 64 * 1024

const analyzeAllUnknown = `
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

/**
 * Creates the function of `analyzeUnknown` if it is missing or outdated: an unchanged start needs no privilege
 * for it.
 */
export async function ensureUnknownAnalyzer(trx: TransactionClientContract): Promise<void> {
  const { rows } = await trx.rawQuery(
    `select prosrc from pg_proc where oid = to_regprocedure('public.${unknownAnalyzer}()')`
  )
  if (rows[0]?.prosrc === analyzeAllUnknown) return
  await trx.rawQuery(
    `create or replace function public.${unknownAnalyzer}() returns void
     language plpgsql security definer set search_path = pg_catalog, pg_temp as $$${analyzeAllUnknown}$$`
  )
}

/**
 * Like `analyzeTable`, for all grown tables that PostgreSQL has never analyzed. Without statistics it uses any index
 * that begins with the tenant, which is slow for every inserted row, foreign keys included. Without these tables
 * it costs one catalog query.
 */
export async function analyzeUnknown(): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${unknownAnalyzer}()`)
}
