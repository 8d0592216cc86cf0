import type { Written } from './files.js'

/** A pack named by the copied database, up to `end`: later bytes were not yet named when the copy was made. */
export interface NamedPack {
  tenant: string
  pack: string
  end: number
}

/** A consistent copy of a database. */
export interface Snapshot {
  takenAt: string
  migrations: string[]
  packs: NamedPack[]
  /** The database file in the backup. */
  file: Written & { path: string }
}

/** Queries for a snapshot, valid in both kinds of SQL. */
export const queries = {
  migrations: 'select name from adonis_schema order by id',
  packs: `select tenant_id as tenant, pack_id as pack, max(pack_offset + size) as "end"
    from content_chunks group by tenant_id, pack_id order by tenant_id, pack_id`,
}

/** How long content is held after a backup's last renewal. */
export const holdMs = 30 * 60_000
export const renewMs = 60_000

/** A backup that was made, or one that failed. */
export type Outcome = { takenAt: string } | { failedAt: string; reason: string }

/** The statement that stores an outcome, and its values in order. */
export const outcomeStatement = (outcome: Outcome, placeholder: (at: number) => string) =>
  'takenAt' in outcome
    ? {
        sql: `insert into backups (id, taken_at) values ('last', ${placeholder(1)})
              on conflict (id) do update set before_at = backups.taken_at, taken_at = excluded.taken_at`,
        values: [outcome.takenAt],
      }
    : {
        sql: `insert into backups (id, failed_at, reason) values ('last', ${placeholder(1)}, ${placeholder(2)})
              on conflict (id) do update set failed_at = excluded.failed_at, reason = excluded.reason`,
        values: [outcome.failedAt, outcome.reason],
      }

/** The source database of a backup. Servers may use it during the backup. */
export interface Origin {
  /**
   * Keeps servers from deleting packs. Repeat it before it expires. No effect on a database without the table
   * for holds.
   */
  hold(): Promise<void>
  /** Copies it into the folder. @throws BackupRefused */
  copy(folder: string): Promise<Snapshot>
  /**
   * Stores the outcome of a backup in the database, for operators. No effect on a database without the table
   * for it.
   */
  note(outcome: Outcome): Promise<void>
  close(): Promise<void>
}
