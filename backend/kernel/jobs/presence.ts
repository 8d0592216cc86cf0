import type { Logger } from '@adonisjs/core/logger'
import { Session } from '../database/session.js'
import { channel, receive } from './announce.js'
import { presenceSpace } from './leases.js'
import { signal } from './wake.js'

/**
 * A worker's own PostgreSQL session. It hears what other processes announce, and holds an advisory
 * lock that the server drops the moment the process dies.
 */
export function presence(url: string, worker: number, logger: Logger): Session {
  return new Session(url, logger, {
    name: 'worker',
    async opened(client) {
      await client.query('select pg_advisory_lock($1, $2)', [presenceSpace, worker])
      await client.query(`listen ${channel.name}`)
    },
    heard: (payload) => channel.hear(payload, receive, logger),
    reopened: () => signal({ kind: 'work', at: 0 }),
  })
}
