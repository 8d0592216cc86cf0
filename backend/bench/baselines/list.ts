import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { options, serve } from './process.js'
import { connect, type Source } from './source.js'

/*
 * The list of a folder, hand-written: Fastify, one prepared statement, on the product's database. Token and
 * total are cached as long as in the product (3 and 5 seconds). There are no permissions, tenants or
 * validation.
 */
const { source, folderId } = options<{ source: Source; folderId: string }>()
const { prepare } = connect(source)
const tokenOf = prepare(
  'select t.is_active, u.tenant_id from api_tokens t join users u on u.id = t.user_id where t.token = ?'
)
const where = `tenant_id = ? and parent_key = ? and type = 'file' and trashed_at is null`
const page = prepare(
  `select id, name, type, mime_type as "mimeType", size, version, metadata, parent_id as "parentId",
     uploaded_by as "uploadedBy", created_at as "createdAt", updated_at as "updatedAt", trashed_at as "trashedAt"
   from assets where ${where} order by name, id limit 25`
)
const count = prepare(`select count(*) as total from assets where ${where}`)

/** Caches the result of `read` per key for this time. */
function cachedFor<T>(milliseconds: number, read: (key: string) => Promise<T>) {
  const known = new Map<string, { value: T; until: number }>()
  return async (key: string): Promise<T> => {
    const found = known.get(key)
    if (found && found.until > performance.now()) return found.value
    const value = await read(key)
    known.set(key, { value, until: performance.now() + milliseconds })
    return value
  }
}

const tenantOf = cachedFor(3_000, async (hash) => {
  const [owner] = await tokenOf(hash)
  return owner?.is_active ? String(owner.tenant_id) : undefined
})
const totalOf = cachedFor(5_000, async (tenant) =>
  Number((await count(tenant, folderId))[0]!.total)
)

const server = Fastify()
server.get('/list', async (request, reply) => {
  const token = String(request.headers.authorization).slice('Bearer '.length)
  const tenant = await tenantOf(createHash('sha256').update(token).digest('hex'))
  if (!tenant) return reply.code(401).send()
  const rows = await page(tenant, folderId)
  reply.header('content-range', `assets 0-${rows.length - 1}/${await totalOf(tenant)}`)
  for (const row of rows) {
    if (typeof row.metadata === 'string') row.metadata = JSON.parse(row.metadata)
  }
  return rows
})
await server.ready()
serve(server.server)
