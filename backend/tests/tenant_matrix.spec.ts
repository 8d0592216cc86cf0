// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { isWholeMatrix, testDatabase } from '@crossdock/kernel/testing'
import { modelScope } from '../kernel/tenancy/model_scope.js'
import { furnishedTenant, startSystem, type FurnishedTenant } from './matrix/furnished_tenant.js'
import { fill, hasParameter, kindOf } from './matrix/named.js'
import { rowsOf, settledRowsOf } from './matrix/rows.js'
import { idPaths, sampleBody, withItem } from './matrix/sample.js'

/** Bodies that are accepted from their owner, for routes with ids. Otherwise a refusal would prove nothing. */
const bodies: Record<string, (own: FurnishedTenant) => object> = {
  'POST /assets': ({ ids }) => ({ name: randomName(), type: 'folder', parentId: ids.folder }),
  'PUT /assets/{id}': ({ ids }) => ({ name: randomName(), parentId: ids.folder }),
  'POST /assets/{id}/copy': ({ ids }) => ({ name: randomName(), parentId: ids.folder }),
  'POST /assets/bulk': ({ ids }) => ({ action: 'move', ids: [ids.asset], parentId: ids.folder }),
  'PUT /assets/{id}/permissions': () => ({
    everyone: 'read',
    grants: [{ kind: 'role', id: 'editor', level: 'write' }],
  }),
  'POST /assets/{id}/shares': () => ({ kind: 'download' }),
  'POST /shares/bulk': ({ ids }) => ({ action: 'revoke', ids: [ids.share] }),
  'POST /folder-bindings': ({ ids }) => ({
    systemId: ids.system,
    assetId: ids.folder,
    permissions: ['read'],
  }),
  'PUT /folder-bindings/{id}': () => ({ visibilityRules: { include: [randomName()] } }),
  'POST /contract-templates': ({ ids }) => ({ name: randomName(), fromSystemId: ids.system }),
  'PUT /contract-templates/{id}': () => ({ name: randomName() }),
  'POST /contract-templates/{id}/apply': () => ({ name: randomName() }),
  'POST /integrations/imports': ({ ids }) => ({
    document: description,
    systemId: ids.system,
    dryRun: true,
  }),
  'PUT /assets/{id}/tags': () => ({ tags: ['invoice'] }),
  'POST /integrations/workflows': ({ ids }) => workflow(ids),
  'POST /integrations/workflows/preview': ({ ids }) => ({
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: workflow(ids).steps,
  }),
  'PUT /integrations/workflows/{id}': ({ ids }) => workflow(ids),
  'PUT /integrations/workflows/{id}/draft': ({ ids }) => workflow(ids),
  'POST /integrations/workflows/{id}/draft/test': ({ ids }) => ({ assetId: ids.asset }),
  'POST /integrations/workflows/{id}/execute': ({ ids }) => ({ assetId: ids.asset }),
  'POST /system-flows': ({ ids }) => systemFlow(ids),
  'PUT /system-flows/{id}': ({ ids }) => systemFlow(ids),
  'POST /environments/{id}/promotions': ({ ids }) => ({
    targetId: ids.target,
    workflowIds: [ids.workflow],
    dryRun: true,
  }),
  'POST /oauth-configs': provider,
  'PUT /oauth-configs/{id}': () => ({ name: randomName() }),
  'POST /flow-executions/trigger': ({ ids }) => ({ flowId: ids.workflow, assetId: ids.asset }),
  'PUT /tenant/rules': () => ({ sessionHours: 300 }),
  'PUT /users/{id}': () => ({ lastName: randomName() }),
  'PUT /tenant/branding': () => ({ mailFooter: randomName() }),
  'PUT /tenant/retention': () => ({ rules: [{ kind: 'activity', days: 3_000 }] }),
}

const systemFlow = (ids: FurnishedTenant['ids']) => ({
  name: randomName(),
  triggerSystemId: ids.system,
  triggerEventType: 'call_failed',
})

/** The client id at an identity provider. It refers to no row here, whatever it contains. */
const byOthers = /\["client_id","[^"]*"\]/

function provider() {
  const settings = { allowedDomains: ['people.example'] }
  return {
    name: randomName(),
    issuer: 'https://id.people.example',
    clientId: 'crossdock',
    settings,
  }
}

/** An OpenAPI description that can be imported. */
const description = JSON.stringify({
  openapi: '3.0.3',
  servers: [{ url: 'https://partner.example' }],
  paths: { '/things': { get: { responses: { 200: {} } } } },
})

const randomName = () => `name-${crypto.randomUUID()}`

function workflow(ids: Record<string, string>) {
  const call = { systemId: ids.system, endpointId: ids.endpoint }
  return {
    name: randomName(),
    triggerType: 'manual',
    triggerConfig: {},
    steps: [{ id: 'first', type: 'api_call', ...call, config: {}, order: 1 }],
  }
}

function bodyFor(operation: Operation, own: FurnishedTenant): unknown {
  return bodies[operation.route]?.(own) ?? sampleBody(operation.body!.toJSONSchema(), own.id)
}

interface Attempt {
  what: string
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Statuses that prove a refusal. Without it, any status except 5xx without a leak is accepted. */
  refusedWith?: number[]
}

/** Reads, and operations that accept only bytes. */
const isBodiless = ({ method, streams }: Operation) =>
  method === 'GET' || method === 'HEAD' || streams !== undefined

function inPath(
  operation: Operation,
  victim: FurnishedTenant,
  attacker: FurnishedTenant
): Attempt[] {
  if (!hasParameter(operation) || operation.access === 'public') return []
  const body = operation.body ? bodyFor(operation, attacker) : undefined
  const ids = [victim.ids[kindOf(operation)]!]
  if (kindOf(operation) === 'execution') ids.push(victim.ids.executionId!)
  if (kindOf(operation) === 'asset') ids.push(victim.ids.folder!)
  return ids.map((id) => ({
    what: `${operation.route} with a foreign id in the path`,
    method: operation.method,
    path: fill(operation.path, id),
    body: body ?? (isBodiless(operation) ? undefined : {}),
    refusedWith: [403, 404, 422],
  }))
}

function inBody(operation: Operation, victim: FurnishedTenant, own: FurnishedTenant): Attempt[] {
  if (!operation.body || operation.access === 'public') return []
  const valid = bodyFor(operation, own)
  const path = hasParameter(operation)
    ? fill(operation.path, own.ids[kindOf(operation)]!)
    : operation.path
  // A client id is free text that the provider chooses.
  const places = idPaths(valid).filter((place) => !['tenantId', 'clientId'].includes(place.at(-1)!))
  return [
    ...places.flatMap((place) =>
      foreignFor(place.at(-1) === '0' ? place.at(-2)! : place.at(-1)!, victim).map((id) => ({
        what: `${operation.route} with a foreign id in ${place.join('.')}`,
        method: operation.method,
        path,
        body: withItem(valid, place, id),
      }))
    ),
    {
      what: `${operation.route} with a foreign tenantId in the body`,
      method: operation.method,
      path,
      body: { ...(valid as object), tenantId: victim.id },
      refusedWith: [403],
    },
  ]
}

/** Kinds of ids for names that differ from their kind. */
const namedKinds: Record<string, string[]> = {
  parent: ['folder', 'asset'],
  flow: ['workflow'],
  owner: ['user'],
}

/** In the smaller matrix, ids of the kinds that a name means, or of all kinds for a general name. */
function foreignFor(name: string, { ids }: FurnishedTenant): string[] {
  const called = name.replace(/Ids?$/, '')
  const kinds = namedKinds[called] ?? (called in ids ? [called] : Object.keys(ids))
  return isWholeMatrix ? Object.values(ids) : kinds.map((kind) => ids[kind]!)
}

/**
 * In the smaller matrix, a filter that takes no ids is tested with one id: it refuses the id, or compares
 * texts. All filters are also sent together.
 */
function foreignIn(name: string, operation: Operation, victim: FurnishedTenant): string[] {
  const isOfIds = operation.list!.filters[name] === 'id' && name !== 'id'
  if (isWholeMatrix || isOfIds) return foreignFor(name, victim)
  return [victim.ids[listedKinds[operation.path] ?? 'asset']!]
}

/** The kind of object that a list returns. Other lists return files. */
const listedKinds: Record<string, string> = {
  '/api/users': 'user',
  '/api/roles': 'role',
  '/api/sessions': 'session',
  '/api/shares': 'share',
  '/api/api-tokens': 'apiToken',
  '/api/approvals': 'approval',
  '/api/integrations/systems': 'system',
  '/api/integrations/workflows': 'workflow',
  '/api/integrations/logs': 'log',
  '/api/flow-executions': 'execution',
  '/api/folder-bindings': 'folderBinding',
  '/api/contract-templates': 'contractTemplate',
  '/api/jobs': 'failedJob',
  '/api/events/parked': 'parkedEvent',
  '/api/notifications': 'notification',
  '/api/tenants': 'tenant',
}

function inQuery(operation: Operation, victim: FurnishedTenant, own: FurnishedTenant): Attempt[] {
  if (operation.method !== 'GET' || operation.access === 'public') return []
  const base = hasParameter(operation)
    ? fill(operation.path, own.ids[kindOf(operation)]!)
    : operation.path
  const all = JSON.stringify(Object.values(victim.ids))
  const names = operation.list
    ? ['id', ...Object.keys(operation.list.filters), ...Object.keys(operation.list.aliases ?? {})]
    : []
  const get = (what: string, path: string, rest: Partial<Attempt> = {}): Attempt => ({
    what: `${operation.route} ${what}`,
    method: 'GET',
    path,
    ...rest,
  })
  return [
    get('unfiltered', base),
    ...names.flatMap((name) => [
      get(`filtered by foreign ${name}`, `${base}?filter={"${name}":${encodeURIComponent(all)}}`),
      ...foreignIn(name, operation, victim).map((id) =>
        get(`?${name}=foreign`, `${base}?${name}=${id}`)
      ),
      get(`?${name}=secret`, `${base}?${name}=${victim.secret}`),
    ]),
    get('?tenantId=foreign', `${base}?tenantId=${victim.id}`, {
      refusedWith: [403],
    }),
    get('X-Tenant: foreign', base, {
      headers: { 'x-tenant': victim.subdomain },
      refusedWith: [403],
    }),
    ...(operation.access === 'tenant'
      ? [
          get('X-Environment: foreign', base, {
            headers: { 'x-environment': victim.ids.environment! },
            refusedWith: [403, 404],
          }),
        ]
      : []),
  ]
}

/** The number of tests that share the routes. */
const shares = 18

async function matrix(
  app: TestApp,
  attacker: FurnishedTenant,
  victim: FurnishedTenant,
  share: number
) {
  const operations = (await pluginHost.use().operations()).filter(
    // Would end the session of the matrix. It names no ids.
    ({ route }, index) => index % shares === share && route !== 'POST /auth/logout'
  )
  const before = await settledRowsOf(victim.id)
  const findings: string[] = []
  const secrets = [victim.secret, ...Object.values(victim.ids)]
  let tried = 0

  const attempt = async (caller: Caller, who: string, one: Attempt) => {
    tried += 1
    const reply = await app.call(one.method, one.path, {
      as: caller,
      body: one.body,
      headers: one.headers,
    })
    const text = JSON.stringify(reply.body)
    const echoed = `${one.path} ${JSON.stringify(one.body ?? '')} ${JSON.stringify(one.headers ?? '')}`
    const leaked = secrets.find((secret) => text.includes(secret) && !echoed.includes(secret))
    const problem =
      reply.status >= 500
        ? `answered ${reply.status}`
        : leaked
          ? `leaked ${leaked}`
          : one.refusedWith && !one.refusedWith.includes(reply.status)
            ? `answered ${reply.status} ${text.slice(0, 200)}`
            : undefined
    if (problem) findings.push(`${one.what} (${who}): ${problem}`)
  }

  for (const operation of operations) {
    const attempts = [
      ...inQuery(operation, victim, attacker),
      ...inPath(operation, victim, attacker),
      ...inBody(operation, victim, attacker),
    ]
    for (const one of attempts) {
      await attempt(attacker.admin, 'session', one)
      await attempt(attacker.token, 'token', one)
    }
  }

  const after = await rowsOf(victim.id)
  for (const [table, rows] of after) {
    if (JSON.stringify(rows) !== JSON.stringify(before.get(table))) {
      findings.push(`${table}: rows of the other tenant changed`)
    }
  }
  for (const [table, rows] of await rowsOf(attacker.id)) {
    // Events and logs may repeat the request. Other state must not refer to the other tenant.
    if (/events|activity/.test(table)) continue
    const pointing = rows
      .map((row) => row.replace(byOthers, ''))
      .find((row) => Object.values(victim.ids).some((id) => row.includes(id)))
    if (pointing)
      findings.push(`${table}: a row points at the other tenant: ${pointing.slice(0, 300)}`)
  }
  return { findings, tried }
}

test.group('Two-tenant matrix', (group) => {
  let app: TestApp
  let acme: FurnishedTenant
  let globex: FurnishedTenant

  group.setup(async () => {
    // The answer is so long that the log stores its body outside of the row.
    const system = await startSystem(JSON.stringify({ accepted: true, note: 'x'.repeat(20_000) }))
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await furnishedTenant(app, 'acme', system.url)
    globex = await furnishedTenant(app, 'globex', system.url)
    return async () => {
      await app.stop()
      system.close()
    }
  })

  test('the ids used are real: their owner reaches every one of them', async ({ assert }) => {
    for (const operation of await pluginHost.use().operations()) {
      if (operation.method !== 'GET' || !hasParameter(operation)) continue
      // Links are identified by secrets, not by ids.
      if (operation.pages) continue
      // Webhooks are identified by secrets, too.
      if (operation.path.startsWith('/hooks')) continue
      // The file here is a text without a thumbnail. Pictures have their own test.
      if (operation.path.endsWith('/preview')) continue
      // Agent programs are built separately, and belong to no tenant.
      if (operation.path.startsWith('/api/desktop-agents/downloads')) continue
      // Only agents have sides of contracts.
      if (operation.path.startsWith('/api/sync-contracts/agent')) continue
      const as = operation.access === 'operator' ? await app.superAdmin() : acme.admin
      const reply = await app.call('GET', fill(operation.path, acme.ids[kindOf(operation)]!), {
        as,
      })
      assert.isBelow(reply.status, 400, `${operation.route}: ${JSON.stringify(reply.body)}`)
    }
  })

  test('the bodies used are real: their owner gets them accepted', async ({ assert }) => {
    const operations = await pluginHost.use().operations()
    for (const [route, body] of Object.entries(bodies)) {
      const operation = operations.find((candidate) => candidate.route === route)
      assert.exists(operation, route)
      const id = hasParameter(operation!) ? acme.ids[kindOf(operation!)]! : ''
      const reply = await app.call(operation!.method, fill(operation!.path, id), {
        as: acme.admin,
        body: body(acme),
      })
      assert.isBelow(reply.status, 400, `${route}: ${JSON.stringify(reply.body)}`)
    }
  })

  test('a file cannot be uploaded into a folder of the other tenant', async ({ assert }) => {
    for (const as of [globex.admin, globex.token]) {
      const form = new FormData()
      form.set('parentId', acme.ids.folder!)
      form.set('file', new Blob(['intruder']), 'intruder.txt')
      const reply = await app.call('POST', '/api/assets', { as, body: form })
      assert.equal(reply.status, 404)
    }
  })

  for (let share = 0; share < shares; share++) {
    const of = `share ${share + 1} of ${shares} of all routes`
    test(`no route shows or changes anything of the other tenant: ${of}`, async ({ assert }) => {
      const { findings, tried } = await matrix(app, globex, acme, share)
      assert.deepEqual(findings, [])
      assert.isAbove(tried, isWholeMatrix ? 800 : 150)
    })

    if (testDatabase === 'pg') {
      test(`row-level security alone protects when the model scope is off: ${of}`, async ({
        assert,
      }) => {
        modelScope.enabled = false
        try {
          const { findings } = await matrix(app, acme, globex, share)
          assert.deepEqual(findings, [])
        } finally {
          modelScope.enabled = true
        }
      })
    }
  }
})
