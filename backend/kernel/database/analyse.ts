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
