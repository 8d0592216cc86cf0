import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ask, dialect } from '../database.js'

/**
 * Returns the name of the function that analyzes a table. Only the owner of a table may analyze it, and the
 * application owns none, so it calls this function.
 */
const analyzerName = (table: string) => `${table}_analyse`

/**
 * Returns the SQL that creates this function. Any database user may call the function, because it updates
 * statistics and never rows.
 */
export const createAnalyzer = (table: string) =>
  `create function ${analyzerName(table)}() returns void
   language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
   begin analyze public.${table}; end $$`

/**
 * Has PostgreSQL analyze a table (`Schema.analyzable`) after a large insert. Otherwise, queries
 * are planned for the old size until autovacuum, if it is on, analyzes the table about a minute later. Does nothing on SQLite, whose statistics are
 * fixed (`table_figures.ts`).
 */
export async function analyzeTable(table: string): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${analyzerName(table)}()`)
}

const unknownAnalyzer = 'analyse_unknown'
/** Smallest table size in bytes. For smaller tables, any plan is fast. */
const minTableBytes = 64 * 1024

const analyzeAllUnknown = `
  declare
    unknown text;
  begin
    for unknown in
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <= 0
        and relowner = (select oid from pg_roles where rolname = current_user)
        and pg_relation_size(oid) > ${minTableBytes}
      order by relname
    loop
      execute format('analyze public.%I', unknown);
    end loop;
  end `

/**
 * Creates the function of `analyzeUnknown` if it is missing or outdated. If it is up to date, the server
 * starts without the privilege to create functions.
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
 * Like `analyzeTable`, for all tables that have grown but that PostgreSQL has never analyzed. Without
 * statistics, PostgreSQL uses any index that begins with the tenant. That slows every insert,
 * including its checks of foreign keys. If there is no such table, this is one catalog query.
 */
export async function analyzeUnknown(): Promise<void> {
  if (dialect() === 'postgres') await ask(`select ${unknownAnalyzer}()`)
}
