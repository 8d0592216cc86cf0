import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import knex, { type Knex } from 'knex'

type Row = Record<string, unknown>

function connect(source: { sqliteFile: string } | { databaseUrl: string }): Knex {
  if ('databaseUrl' in source) {
    return knex({ client: 'pg', connection: source.databaseUrl, pool: { max: 20 } })
  }
  const connection = { filename: source.sqliteFile }
  return knex({ client: 'better-sqlite3', connection, useNullAsDefault: true })
}

/**
 * Bare Fastify and Knex on the very same database: looks the token and its user up and reads the
 * page, without counting, permissions, tenancy or validation. What those cost is the distance to it.
 */
export async function listYardstick(
  source: { sqliteFile: string } | { databaseUrl: string },
  folderId: string
): Promise<{ url: string; close(): Promise<void> }> {
  const database = connect(source)
  const server = Fastify()
  server.get('/list', async (request, reply) => {
    const token = String(request.headers.authorization).slice('Bearer '.length)
    const hash = createHash('sha256').update(token).digest('hex')
    const owner = await database<Row>('api_tokens').where({ token: hash, is_active: true }).first()
    const user =
      owner &&
      (await database<Row>('users')
        .where('id', owner.user_id as string)
        .first())
    if (!user) return reply.code(401).send()
    return database('assets')
      .where({ tenant_id: user.tenant_id, parent_key: folderId, type: 'file' })
      .whereNull('trashed_at')
      .orderBy('name')
      .orderBy('id')
      .limit(25)
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${url}/list`,
    async close() {
      await server.close()
      await database.destroy()
    },
  }
}
