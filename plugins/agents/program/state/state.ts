import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AgentError, reasonOf } from '../errors.js'
import type { KeyPair } from '../keys.js'
import type { Enrolled } from '../protocol.js'

/** The server's answer to the enrollment, with the address of the server. */
export interface Identity extends Enrolled {
  server: string
}

/** A folder that the server may use. */
export interface AllowedFolder {
  /** The absolute path as the person entered it. */
  path: string
  /** The real path, without links. */
  real: string
}

/** The names and types of the stored values. */
interface Values {
  identity: Identity
  key: KeyPair
  /** A new key that was offered to the server. The next session tries it first. */
  candidateKey: KeyPair
  /** Created before the token is sent, so that a lost answer can be requested again. */
  enrolling: { tokenHash: string; key: KeyPair }
  machineId: string
  folders: AllowedFolder[]
  /** How often the agent has started. */
  boots: number
  isPausedHere: boolean
  /** Why the server refuses this agent. */
  stopped: { code: 'refused' | 'retired'; message: string }
  /** Where the running agent shows its status. */
  page: { port: number; secret: string; pid: number }
  /** The newest accepted update manifest. */
  updateManifest: { counter: number; hash: string }
  /** An update that has not sent a heartbeat yet. */
  updating: { from: string; to: string; starts: number }
  /** The result of an update, until the server has received it. */
  updated: { version: string; outcome: 'installed' | 'rolled_back' | 'failed'; message: string }
  /** When the key was created, by the clock of the server. */
  keyMadeAt: string
}

const schema = `
  create table if not exists settings (name text primary key, value text not null) strict;
  create table if not exists commands (
    id text primary key,
    lease integer not null,
    type text not null,
    parameters text not null,
    timeout_at text not null,
    status text not null,
    result text,
    error text,
    boot integer not null,
    received_at text not null,
    ended_at text,
    recorded_at text
  ) strict;
  create table if not exists local_hashes (
    path text primary key,
    mark text not null,
    hash text not null
  ) strict;
  create table if not exists remote_hashes (
    asset_id text not null,
    version integer not null,
    hash text not null,
    primary key (asset_id, version)
  ) strict;
  create table if not exists uploads (
    target text primary key,
    mark text not null,
    address text not null
  ) strict;
  create table if not exists parts (
    path text primary key,
    command_id text not null
  ) strict;
`

/** The state of an agent: one SQLite file in its own folder. */
export class State {
  private constructor(
    readonly folder: string,
    readonly database: DatabaseSync
  ) {}

  /**
   * @param make whether to create a missing state
   * @throws AgentError
   */
  static open(folder: string, make = false): State {
    const file = join(folder, 'agent.db')
    if (!make && !existsSync(file)) {
      throw new AgentError('E_NOT_ENROLLED', `There is no agent in "${folder}".`, {
        hint: 'Enroll this machine first, or name another folder with --state.',
      })
    }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const database = new DatabaseSync(file)
      // The file contains the private key.
      chmodSync(file, 0o600)
      database.exec('pragma busy_timeout = 10000; pragma journal_mode = wal;')
      // A stored command id must survive a power failure.
      database.exec('pragma synchronous = full;')
      database.exec(schema)
      return new State(folder, database)
    } catch (cause) {
      throw new AgentError(
        'E_STATE',
        `The agent cannot open its state in "${folder}": ${reasonOf(cause)}.`,
        { hint: 'Check the folder, or name another one with --state.', cause }
      )
    }
  }

  get<Name extends keyof Values>(name: Name): Values[Name] | undefined {
    const row = this.database.prepare('select value from settings where name = ?').get(name)
    return row && (JSON.parse(row.value as string) as Values[Name])
  }

  set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    this.database
      .prepare(
        'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value'
      )
      .run(name, JSON.stringify(value))
  }

  drop(...names: (keyof Values)[]): void {
    const statement = this.database.prepare('delete from settings where name = ?')
    for (const name of names) statement.run(name)
  }

  /** Runs work in a transaction. */
  atOnce<T>(work: () => T): T {
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

  /**
   * Writes data that may be lost in a power failure, such as caches. These writes are frequent, so they do not
   * wait for the disk.
   */
  lightly(sql: string, ...values: (string | number)[]): void {
    this.database.exec('pragma synchronous = normal')
    try {
      this.database.prepare(sql).run(...values)
    } finally {
      this.database.exec('pragma synchronous = full')
    }
  }

  close(): void {
    this.database.close()
  }
}
