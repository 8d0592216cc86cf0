import { createRequire } from 'node:module'
import pg from 'pg'
import { ReaderPool } from '../database/readers/reader_pool.js'
import { testDatabase } from './fresh_database.js'

const require = createRequire(import.meta.url)

export interface Asked {
  text: string
  values: readonly unknown[]
  /** The connection, which identifies transactions. */
  by: unknown
  /** Whether it was answered. */
  ended: boolean
}

type Method = (this: unknown, ...given: unknown[]) => unknown
type Patched = Record<string, Method>

/**
 * Records every statement that this process sends to its database from now on. All kinds of statements pass the
 * driver, which is patched.
 */
export class DriverTrace {
  readonly asked: Asked[] = []
  readonly #undo: () => void

  constructor() {
    if (testDatabase === 'pg') this.#undo = this.#hearPostgres()
    else if (process.env.SQLITE_DRIVER === 'sqlite3') this.#undo = this.#hearNodeSqlite()
    else this.#undo = this.#hearSqlite()
  }

  /**
   * Returns the statements grouped by transaction. A statement outside any transaction is a group of its own.
   */
  get transactions(): Asked[][] {
    const found: Asked[][] = []
    const open = new Map<unknown, Asked[]>()
    for (const one of this.asked) {
      const begun = open.get(one.by)
      if (begun) begun.push(one)
      else found.push([one])
      if (/^begin\b/i.test(one.text)) open.set(one.by, found.at(-1)!)
      if (/^(commit|rollback)$/i.test(one.text)) open.delete(one.by)
    }
    return found
  }

  stop(): void {
    this.#undo()
  }

  #hearPostgres(): () => void {
    const prototype = pg.Client.prototype as unknown as Patched
    return this.#patch(prototype, 'query', (given, by) => {
      const [asked, done] = given as [string | Partial<Asked>, unknown]
      const { text = '', values = [] } = typeof asked === 'string' ? { text: asked } : asked
      const one: Asked = { text, values, by, ended: false }
      this.asked.push(one)
      if (typeof done !== 'function') return
      given[1] = (...answer: unknown[]) => {
        one.ended = true
        Reflect.apply(done, undefined, answer)
      }
    })
  }

  #hearNodeSqlite(): () => void {
    const { prototype } = require('sqlite3').Database
    const undo = ['all', 'run'].map((method) =>
      this.#patch(prototype, method, ([text, values = []], by) => {
        this.asked.push({ text: String(text), values: values as unknown[], by, ended: true })
      })
    )
    return () => undo.forEach((one) => one())
  }

  #hearSqlite(): () => void {
    const Sqlite = require('better-sqlite3')
    const memory = new Sqlite(':memory:')
    const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Patched
    memory.close()
    const undo = ['all', 'run'].map((method) =>
      this.#patch(statement, method, ([values = []], by) => {
        const { source, database } = by as { source: string; database: unknown }
        this.asked.push({ text: source, values: values as unknown[], by: database, ended: true })
      })
    )
    // Queries in reader processes use other drivers, so the pool is patched.
    const readers = ReaderPool.prototype as unknown as Patched
    undo.push(
      this.#patch(readers, 'ask', ([text, values], by) => {
        this.asked.push({ text: String(text), values: values as unknown[], by, ended: true })
      })
    )
    return () => undo.forEach((one) => one())
  }

  #patch(
    prototype: Patched,
    method: string,
    hear: (given: unknown[], self: unknown) => void
  ): () => void {
    const original = prototype[method]!
    prototype[method] = function (this: unknown, ...given: unknown[]) {
      hear(given, this)
      return Reflect.apply(original, this, given)
    }
    return () => (prototype[method] = original)
  }
}
