import type { Written } from './files.js'

/** A pack that the copied database references. `end` is the end of its last referenced byte. */
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
  /** The database file, with its path in the backup. */
  file: Written & { path: string }
}

/** Queries of a snapshot, in SQL that both databases accept. */
export const queries = {
  migrations: 'select name from adonis_schema order by id',
  packs: `select tenant_id as tenant, pack_id as pack, max(pack_offset + size) as "end"
    from content_chunks group by tenant_id, pack_id order by tenant_id, pack_id`,
}

/** How long packs are kept after a backup's last renewal of its hold. */
export const holdMs = 30 * 60_000
export const renewMs = 60_000

/** The outcome of a backup: made or failed. */
export type Outcome = { takenAt: string } | { failedAt: string; reason: string }

/** Returns the statement that stores an outcome, and its values in order. */
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
   * Keeps servers from deleting packs. Call it again before the hold expires. Does nothing if the database has
   * no table for holds.
   */
  hold(): Promise<void>
  /**
   * Copies the database into the folder.
   * @throws BackupRefused
   */
  copy(folder: string): Promise<Snapshot>
  /**
   * Stores the outcome of a backup in the database, for operators. Does nothing if the database has no table
   * for outcomes.
   */
  note(outcome: Outcome): Promise<void>
  close(): Promise<void>
}
