import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AgentError, reasonOf } from '../errors.js'
import type { KeyPair } from '../identity/keys.js'
import type { Enrolled } from '../protocol.js'

/** What the server said at the enrolment, and which one it is. */
export interface Identity extends Enrolled {
  server: string
}

/** A folder the server may use. */
export interface AllowedFolder {
  /** As the person named it, absolute. */
  path: string
  /** Without any link on the way. */
  real: string
}

/** The values of the state, each under its name. */
interface Values {
  identity: Identity
  key: KeyPair
  /** A key the server knows as candidate: the next session uses it. */
  candidateKey: KeyPair
  /** Made before the token is sent: an answer that is lost can be asked for again. */
  enrolling: { tokenHash: string; key: KeyPair }
  machineId: string
  folders: AllowedFolder[]
  /** Counts the starts. */
  boots: number
  isPausedHere: boolean
  /** Why the server wants nothing of this agent any more. */
  stopped: { code: 'refused' | 'retired'; message: string }
  /** Where the running agent shows its status. */
  page: { port: number; secret: string; pid: number }
  /** The newest manifest of an update that was accepted. */
  updateManifest: { counter: number; hash: string }
  /** An update that has not sent a heartbeat yet. */
  updating: { from: string; to: string; starts: number }
  /** How an update ended, until the server was told. */
  updated: { version: string; outcome: 'installed' | 'rolled_back' | 'failed'; message: string }
  /** When the key was made, by the clock of the server. */
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

/** The state of an agent: one SQLite file in a folder of its own. */
export class State {
  private constructor(
    readonly folder: string,
    readonly database: DatabaseSync
  ) {}

  /** @param make whether a state is made where there is none. @throws AgentError */
  static open(folder: string, make = false): State {
    const file = join(folder, 'agent.db')
    if (!make && !existsSync(file)) {
      throw new AgentError('E_NOT_ENROLLED', `There is no agent in "${folder}".`, {
        hint: 'Enrol this machine first, or name another folder with --state.',
      })
    }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const database = new DatabaseSync(file)
      // Holds the private key.
      chmodSync(file, 0o600)
      database.exec('pragma busy_timeout = 10000; pragma journal_mode = wal;')
      // A command id that is written has to be there after a power cut.
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

  /** All of it or nothing. */
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
   * Writes what may be lost in a power cut, such as what is only remembered to save time: thousands of these writes
   * need not wait for the disk one by one.
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
