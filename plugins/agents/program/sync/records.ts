import { randomUUID } from 'node:crypto'
import type { Outcome, ReportedEntry } from '@crossdock/sync-engine/protocol'
import type { SyncDatabase } from './database.js'
import { EndRecord, type EndRow } from './end_record.js'

/** A file or folder in the agent's state. */
export interface Entry {
  id: string
  /** Folder of the entry; empty if it is directly in the root. */
  parentId: string
  name: string
  kind: 'file' | 'folder'
  /** Inode and creation time. */
  ident: string
  /** Identifies the state of a file whose content is known. */
  mark: string
  size: number
  /** Modification time in milliseconds; `mark` has nanoseconds. */
  mtime: number
  hash: string | null
  /** The content that the server last knew for this file. */
  base: string | null
  trouble: ReportedEntry['trouble'] | null
  due: number | null
  again: number | null
  seq: number
}

const columns =
  'id, parent_id as parentId, name, kind, ident, mark, size, mtime, hash, base, trouble, due, again, seq'

const byName = 'indexed by entries_by_name'

/** Stores the entries of one end, and what the server has received. */
export class Records extends EndRecord {
  /**
   * Returns the records of an end. A new path resets them.
   * @param real the real path of the folder; null while the agent may not use it
   */
  static of(
    database: SyncDatabase,
    { contractId, side }: { contractId: string; side: string },
    real: string | null
  ): Records {
    const find = () =>
      database.one<EndRow>(
        'select * from ends where contract_id = ? and side = ?',
        contractId,
        side
      )
    const known = find()
    const isOther = known && real !== null && known.real !== '' && known.real !== real
    if (isOther) forget(database, known.id)
    if (!known || isOther) {
      database.run(
        `insert into ends (contract_id, side, real, root, state_id, generation, attempted, acked_seq, last_seq, last_id,
           is_root_there, scanned_at, uncovered, seen_at)
         values (?, ?, ?, '', ?, 0, 0, 0, 0, 0, 1, 0, 0, ?)`,
        contractId,
        side,
        real ?? '',
        randomUUID(),
        Date.now()
      )
    }
    const records = new Records(database, { ...find()! })
    records.save({ seen_at: Date.now(), ...(real !== null && { real }) })
    return records
  }

  /** Records that the server has received all changes up to `seq`. */
  acknowledge(generation: number, seq: number, outcomes: readonly string[]): void {
    this.database.atOnce(() => {
      this.save({ generation, attempted: generation, acked_seq: Math.max(this.ackedSeq, seq) })
      const { id } = this.end
      this.database.run('delete from removed where end_id = ? and seq <= ?', id, seq)
      for (const workId of outcomes) {
        this.database.run('delete from outcomes where end_id = ? and work_id = ?', id, workId)
      }
    })
  }

  find(id: string): Entry | undefined {
    return this.#one('id = ?', [id])
  }

  childNamed(parentId: string, name: string): Entry | undefined {
    return this.#one('parent_id = ? and name = ? limit 1', [parentId, name], byName)
  }

  children(parentId: string): Entry[] {
    return this.#all('parent_id = ?', [parentId], byName)
  }

  withIdent(ident: string): Entry[] {
    return this.#all('ident = ? limit 20', [ident], 'indexed by entries_by_ident')
  }

  withHash(hash: string): Entry[] {
    return this.#all('hash = ? limit 5', [hash], 'indexed by entries_by_hash')
  }

  /** Returns files whose content is due to be read. */
  toRead(now: number, most: number): Entry[] {
    const due = this.#all('due <= ? order by due limit ?', [now, most])
    return due.length > 0 ? due : this.#all('again <= ? order by again limit ?', [now, most])
  }

  /** Returns when the next file is due to be read. */
  nextRead(): number | undefined {
    const at = (column: string) =>
      this.database.one<{ at: number | null }>(
        `select min(${column}) as at from entries where end_id = ? and ${column} is not null`,
        this.end.id
      )?.at ?? Infinity
    const next = Math.min(at('due'), at('again'))
    return next === Infinity ? undefined : next
  }

  /** Returns names from the root down to an entry; undefined for an unknown entry. */
  namesOf(id: string): string[] | undefined {
    const names: string[] = []
    for (let at = id; at !== '';) {
      const entry = this.find(at)
      if (!entry || names.length > 1_000) return undefined
      names.unshift(entry.name)
      at = entry.parentId
    }
    return names
  }

  /** Returns whether an entry is in a folder, or is the folder. */
  isBelow(id: string, folderId: string): boolean {
    for (let at = id, steps = 0; at !== '' && steps < 1_000; steps++) {
      if (at === folderId) return true
      at = this.find(at)?.parentId ?? ''
    }
    return false
  }

  /**
   * Stores an entry.
   * @param isReported whether to report the change to the server
   */
  put(entry: Omit<Entry, 'seq'> & { seq?: number }, isReported = true): void {
    const seq = isReported ? this.nextSeq() : (entry.seq ?? 0)
    const { id, parentId, name, kind, ident, mark, size, mtime } = entry
    const { hash, base, trouble, due, again } = entry
    this.database.run(
      `insert or replace into entries
         (end_id, id, parent_id, name, kind, ident, mark, size, mtime, hash, base, trouble, due, again, seq)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      this.end.id,
      id,
      parentId,
      name,
      kind,
      ident,
      mark,
      size,
      mtime,
      hash,
      base,
      trouble ?? null,
      due,
      again,
      seq
    )
  }

  /** Removes an entry and everything below. */
  remove(id: string): void {
    this.atOnce(() => {
      const seq = this.nextSeq()
      const open = [id]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const child of this.children(at)) open.push(child.id)
        this.database.run('delete from entries where end_id = ? and id = ?', this.end.id, at)
        this.database.run(
          'insert or replace into removed (end_id, id, seq) values (?, ?, ?)',
          this.end.id,
          at,
          seq
        )
      }
    })
  }

  /** Returns changed entries. Files with unknown content are omitted, unless they have an error to report. */
  changedSince(seq: number, most: number): Entry[] {
    return this.#all(
      'seq > ? and (due is null or trouble is not null) order by seq limit ?',
      [seq, most],
      'indexed by entries_by_seq'
    )
  }

  removedUpTo(seq: number): string[] {
    const rows = this.database.all<{ id: string }>(
      'select id from removed where end_id = ? and seq <= ?',
      this.end.id,
      seq
    )
    return rows.map(({ id }) => id)
  }

  /** Returns the entries after an id, in the order of ids. */
  entriesAfter(id: string, most: number): Entry[] {
    return this.#all('id > ? order by id limit ?', [id, most])
  }

  noteOutcome(outcome: Outcome): void {
    this.database.run(
      'insert or replace into outcomes (end_id, work_id, outcome, seq) values (?, ?, ?, ?)',
      this.end.id,
      outcome.workId,
      JSON.stringify(outcome),
      this.lastSeq
    )
  }

  outcomes(most: number): Outcome[] {
    return this.database
      .all<{ outcome: string }>(
        'select outcome from outcomes where end_id = ? order by seq limit ?',
        this.end.id,
        most
      )
      .map(({ outcome }) => JSON.parse(outcome) as Outcome)
  }

  /** Returns the outcome of work that the server may not have received. */
  outcomeOf(workId: string): Outcome | undefined {
    const row = this.database.one<{ outcome: string }>(
      'select outcome from outcomes where end_id = ? and work_id = ?',
      this.end.id,
      workId
    )
    return row && (JSON.parse(row.outcome) as Outcome)
  }

  counts(): { files: number; bytes: number; troubles: number } {
    return this.database.one(
      `select count(*) as files, coalesce(sum(size), 0) as bytes, count(trouble) as troubles
       from entries where end_id = ? and kind = 'file'`,
      this.end.id
    )!
  }

  /**
   * Returns one entry.
   * @param by an index hint, because SQLite does not know the distribution of values and would choose another
   * index
   */
  #one(where: string, values: (string | number)[], by = ''): Entry | undefined {
    return this.database.one<Entry>(
      `select ${columns} from entries ${by} where end_id = ? and ${where}`,
      this.end.id,
      ...values
    )
  }

  #all(where: string, values: (string | number)[], by = ''): Entry[] {
    return this.database.all<Entry>(
      `select ${columns} from entries ${by} where end_id = ? and ${where}`,
      this.end.id,
      ...values
    )
  }
}

function forget(database: SyncDatabase, endId: number): void {
  database.atOnce(() => {
    for (const table of ['entries', 'removed', 'outcomes']) {
      database.run(`delete from ${table} where end_id = ?`, endId)
    }
    database.run('delete from ends where id = ?', endId)
  })
}

const keptMs = 30 * 24 * 3_600_000

/** Deletes ends that the server has not mentioned for a month. */
export function forgetOldEnds(database: SyncDatabase): void {
  const old = database.all<{ id: number }>(
    'select id from ends where seen_at < ?',
    Date.now() - keptMs
  )
  for (const { id } of old) forget(database, id)
}
