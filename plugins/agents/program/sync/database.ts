import { chmodSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/*
 * What the agent knows about its synced folders, in a separate file. If the file is lost, the agent begins with
 * a new state id: both sides are merged, and no missing file counts as deleted. An entry's `seq` increases with
 * each change to report. The server has received all changes up to the `acked_seq` of the end. `due` is when to
 * read the content of a file, because its content id is unknown. `again` is when to read the content again,
 * because the file changed shortly before it was read.
 */
const schema = `
  create table if not exists ends (
    id integer primary key,
    contract_id text not null,
    side text not null,
    real text not null,
    root text not null,
    state_id text not null,
    generation integer not null,
    attempted integer not null,
    acked_seq integer not null,
    last_seq integer not null,
    last_id integer not null,
    is_root_there integer not null,
    traits text,
    scanned_at integer not null,
    uncovered integer not null,
    seen_at integer not null,
    unique (contract_id, side)
  ) strict;
  create table if not exists entries (
    end_id integer not null,
    id text not null,
    parent_id text not null,
    name text not null,
    kind text not null,
    ident text not null,
    mark text not null,
    size integer not null,
    mtime integer not null,
    hash text,
    base text,
    trouble text,
    due integer,
    again integer,
    seq integer not null,
    primary key (end_id, id)
  ) strict, without rowid;
  create index if not exists entries_by_name on entries (end_id, parent_id, name);
  create index if not exists entries_by_ident on entries (end_id, ident);
  create index if not exists entries_by_seq on entries (end_id, seq);
  create index if not exists entries_by_hash on entries (end_id, hash) where hash is not null;
  create index if not exists entries_due on entries (end_id, due) where due is not null;
  create index if not exists entries_again on entries (end_id, again) where again is not null;
  create table if not exists removed (
    end_id integer not null,
    id text not null,
    seq integer not null,
    primary key (end_id, id)
  ) strict, without rowid;
  create table if not exists outcomes (
    end_id integer not null,
    work_id text not null,
    outcome text not null,
    seq integer not null,
    primary key (end_id, work_id)
  ) strict, without rowid;
`

const syncFile = (folder: string): string => join(folder, 'sync.db')

type Value = string | number | null

/** The sync state: one SQLite file in the folder of the agent's state. */
export class SyncDatabase {
  readonly #statements = new Map<string, StatementSync>()

  private constructor(private readonly database: DatabaseSync) {}

  /** Opens the database. A damaged file is renamed, because a scan rebuilds its content. */
  static open(folder: string): SyncDatabase {
    const file = syncFile(folder)
    try {
      return SyncDatabase.#open(file)
    } catch (error) {
      // SQLITE_CORRUPT, SQLITE_NOTADB
      const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
      if (code !== 11 && code !== 26) throw error
      renameSync(file, `${file}.damaged`)
      return SyncDatabase.#open(file)
    }
  }

  static #open(file: string): SyncDatabase {
    const database = new DatabaseSync(file)
    chmodSync(file, 0o600)
    // A power failure may lose data here. The next scan finds it again, and the server knows which report it has
    // received.
    database.exec('pragma busy_timeout = 10000; pragma journal_mode = wal;')
    database.exec('pragma synchronous = normal; pragma cache_size = -16000;')
    database.exec(schema)
    return new SyncDatabase(database)
  }

  /** Opens the database for reading; returns undefined if there is none. */
  static peek(folder: string): SyncDatabase | undefined {
    return existsSync(syncFile(folder)) ? SyncDatabase.open(folder) : undefined
  }

  all<T>(sql: string, ...values: Value[]): T[] {
    return this.#statement(sql).all(...values) as T[]
  }

  one<T>(sql: string, ...values: Value[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined
  }

  run(sql: string, ...values: Value[]): void {
    this.#statement(sql).run(...values)
  }

  /** Runs work in a transaction; a nested call joins the outer one. */
  atOnce<T>(work: () => T): T {
    if (this.database.isTransaction) return work()
    this.database.exec('begin immediate')
    try {
      const result = work()
      this.database.exec('commit')
      return result
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('rollback')
      throw error
    }
  }

  close(): void {
    this.database.close()
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const made = this.database.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }
}
