import type { Logger } from '@adonisjs/core/logger'
import type pg from 'pg'
import { lockSpace } from '../database/advisory_locks.js'
import { Session } from '../database/connections/session.js'
import { channel, receiveSignal } from './announce.js'
import { signal } from './wake.js'

/**
 * A worker's own PostgreSQL session. It receives announcements of other processes and holds an advisory lock,
 * which the server releases as soon as the process dies.
 */
export function presence(url: string, worker: number, logger: Logger): Session {
  return new Session(url, logger, {
    name: 'worker',
    async opened(client) {
      await client.query(`listen ${channel.name}`)
      await hold(client, worker)
    },
    heard: (payload) => channel.hear(payload, receiveSignal, logger),
    reopened: () => signal({ kind: 'work' }),
  })
}

const againMs = 1_000

/** An abandoned former session holds the number until PostgreSQL detects that its client is gone. */
async function hold(client: pg.Client, worker: number): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, $2) as held',
    [lockSpace.worker, worker]
  )
  if (rows[0]!.held) return
  setTimeout(() => void hold(client, worker).catch(() => undefined), againMs).unref()
}
