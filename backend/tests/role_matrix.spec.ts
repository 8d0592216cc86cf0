// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { isWholeMatrix } from '@crossdock/kernel/testing'
import { RoleLab } from '../app/roles/tests/support.js'

/** Permissions that an operation's action checks, in addition to the declared one. */
const asksInside: Record<string, string[]> = {
  'GET /users/{id}/permissions': ['users.read'],
}

/** Only for a person in a browser. A token is refused, whatever its scopes. */
const forBrowsers = new Set([
  'POST /auth/proof',
  'POST /auth/proof/verify',
  'POST /auth/proof/options',
  'GET /second-factor',
  'POST /recovery-codes',
  'GET /passkeys',
  'POST /passkeys/options',
  'DELETE /passkeys/{id}',
  'POST /oauth-configs/{id}/trial',
  'GET /oauth-configs/{id}/trial',
])

/**
 * Refused to a token with fewer permissions than its owner. PUT /notifications/settings validates its body
 * first (notifications.spec.ts).
 */
const forWholePeople = new Set([
  'GET /sessions',
  'DELETE /sessions/{id}',
  'GET /settings/profile',
  'PUT /settings/profile',
  'POST /notifications/read',
])

/** An id that no object has. */
const missing = '01999999-9999-7999-8999-999999999999'

/** A caller for every route, and their permissions. */
interface Walker {
  name: string
  as: Caller
  holds: ReadonlySet<string>
  isToken?: boolean
  /** A token with fewer permissions than its owner. */
  isNarrow?: boolean
}

test.group('Every route × role × token scope', (group) => {
  let app: TestApp
  let lab: RoleLab
  let operations: Operation[]
  let all: string[]

  group.setup(async () => {
    app = await bootApp()
    lab = new RoleLab(app, await app.tenant('acme'))
    // Ending sessions would end those that other requests need. Callers without access have their own spec.
    operations = (await pluginHost.use().operations()).filter(
      ({ access, route }) => access !== 'public' && route !== 'DELETE /sessions'
    )
    all = pluginHost.use().permissions.map(({ name }) => name)
    return () => app.stop()
  })

  const neededBy = ({ route, permission }: Operation): string[] => [
    ...(permission ? [permission.name] : []),
    ...(asksInside[route] ?? []),
  ]

  /** Requests a missing object, and sends no body where one is needed: nothing is changed. */
  async function ask({ method, path }: Operation, as?: Caller): Promise<number> {
    const filled = path.replace(/\{\w+\*?\}/g, missing)
    return (await app.call(method, filled, { as })).status
  }

  /** The differences from the declarations. */
  async function walk(
    operation: Operation,
    { name, as, holds, isToken, isNarrow }: Walker
  ): Promise<string[]> {
    const status = await ask(operation, as)
    const may =
      operation.access !== 'operator' &&
      !(isToken && forBrowsers.has(operation.route)) &&
      !(isNarrow && forWholePeople.has(operation.route)) &&
      neededBy(operation).every((one) => holds.has(one))
    const isAllowed = status !== 401 && status !== 403
    if (status >= 500 || (may ? !isAllowed : status !== 403)) {
      return [`${name}: ${operation.route} answered ${status}, and ${may ? 'may' : 'may not'}`]
    }
    return []
  }

  async function walkAll(walkers: Walker[], routes = operations): Promise<string[]> {
    const wrong: string[] = []
    for (const operation of routes) {
      for (const walker of walkers) wrong.push(...(await walk(operation, walker)))
    }
    return wrong
  }

  async function holderOf(role: string): Promise<Walker> {
    const { as } = await lab.person(role)
    return { name: role, as, holds: new Set(await lab.mayDo(as)) }
  }

  test('a caller without a sign-in has no access', async ({ assert }) => {
    for (const operation of operations) {
      assert.equal(await ask(operation), 401, operation.route)
      const as = { headers: { authorization: 'Bearer cdk_nobody' } }
      assert.equal(await ask(operation, as), 401, operation.route)
    }
  })

  // Red when an action checks more than its operation declares. permissions.spec.ts repeats the declarations.
  for (const role of ['admin', 'editor', 'viewer', 'user']) {
    test(`the built-in role ${role}`, async ({ assert }) => {
      const walker = await holderOf(role)
      if (role === 'admin') assert.sameMembers([...walker.holds], all)
      assert.deepEqual(await walkAll([walker]), [])
    })
  }

  /** In the smaller matrix, the routes with the permission and ten others, which differ per role. */
  function routesFor(permission: string, index: number): Operation[] {
    if (isWholeMatrix) return operations
    const naming = operations.filter((operation) => neededBy(operation).includes(permission))
    const others = operations.filter((operation) => !naming.includes(operation))
    const from = (index * 10) % others.length
    return [...naming, ...[...others, ...others].slice(from, from + 10)]
  }

  // Red when ownRoles returns more than a role has.
  test('a custom role without permissions', async ({ assert }) => {
    const walker = await holderOf((await lab.make('Nothing')).key)
    assert.isEmpty([...walker.holds])
    assert.deepEqual(await walkAll([walker]), [])
  })

  for (const share of [0, 1, 2]) {
    test(`custom roles with a single permission: share ${share + 1} of 3`, async ({ assert }) => {
      for (const [index, name] of all.entries()) {
        if (index % 3 !== share) continue
        const walker = await holderOf((await lab.make(name, [name])).key)
        assert.deepEqual([...walker.holds], [name])
        assert.deepEqual(await walkAll([walker], routesFor(name, index)), [])
      }
    })
  }

  const tokenOf = async (name: string, scopes: string[], holds = scopes): Promise<Walker> => ({
    name,
    as: await lab.token(lab.tenant.admin, scopes),
    holds: new Set(holds),
    isToken: true,
    isNarrow: scopes.length > 0,
  })

  test('a token without scopes, of an administrator', async ({ assert }) => {
    assert.deepEqual(await walkAll([await tokenOf('no scopes', [], all)]), [])
  })

  // Red when permissionsOfLine does not narrow to the scopes.
  for (const share of [0, 1, 2]) {
    test(`tokens of an administrator, by scopes: share ${share + 1} of 3`, async ({ assert }) => {
      const wanted = [...new Set(operations.map((operation) => neededBy(operation).join()))]
      for (const needed of wanted.filter((_, index) => index % 3 === share)) {
        const scopes = needed === '' ? [] : needed.split(',')
        const routes = operations.filter((operation) => neededBy(operation).join() === needed)
        const others = all.filter((name) => !scopes.includes(name))
        const enough = scopes.length > 0 ? scopes : ['dashboard.read']
        const walkers = [await tokenOf(`only ${enough.join()}`, enough)]
        if (scopes.length > 0) walkers.push(await tokenOf(`all but ${needed}`, others))
        assert.deepEqual(await walkAll(walkers, routes), [])
      }
    })
  }

  // Red when permissionsOfLine starts with the scopes instead of the owner's permissions.
  test('tokens lose a permission together with their owner', async ({ assert }) => {
    const role = await lab.make('Everything', all)
    const { as } = await lab.person(role.key)
    const wide = { name: 'wide', as: await lab.token(as, all), isToken: true }
    await lab.change(role.id, { permissions: ['assets.read'] })
    assert.deepEqual(await walkAll([{ ...wide, holds: new Set(['assets.read']) }]), [])
  })
})
