// onBothDatabases: walks every route
import { test } from '@japa/runner'
import { bootApp, type Caller, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { isProving } from '@crossdock/kernel/testing'
import { RoleLab } from '../app/roles/tests/support.js'

/** Permissions an operation looks up inside, beside the one it declares. */
const asksInside: Record<string, string[]> = {
  'GET /users/{id}/permissions': ['users.read'],
}

/** Only for a person in a browser: a token is refused, whatever it may. */
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

/** Refused to a token that may do less than its owner; PUT /notifications/settings looks at what was sent first (notifications.spec.ts). */
const forWholePeople = new Set([
  'GET /sessions',
  'DELETE /sessions/{id}',
  'GET /settings/profile',
  'PUT /settings/profile',
  'POST /notifications/read',
])

/** Nobody has anything of this id. */
const missing = '01999999-9999-7999-8999-999999999999'

/** Who walks every route, and what they hold. */
interface Walker {
  name: string
  as: Caller
  holds: ReadonlySet<string>
  isToken?: boolean
  /** A token that may do less than its owner. */
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
    // Ending sessions would end those the rest needs; whoever may not come in has a spec of their own.
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

  /** Asks for what is not there, and sends nothing where something is wanted: nothing is changed. */
  async function ask({ method, path }: Operation, as?: Caller): Promise<number> {
    const filled = path.replace(/\{\w+\*?\}/g, missing)
    return (await app.call(method, filled, { as })).status
  }

  /** What is not as it is declared. */
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

  test('nobody who has not signed in comes in', async ({ assert }) => {
    for (const operation of operations) {
      assert.equal(await ask(operation), 401, operation.route)
      const as = { headers: { authorization: 'Bearer cdk_nobody' } }
      assert.equal(await ask(operation, as), 401, operation.route)
    }
  })

  // Red when an operation asks inside for more than it declares. What it declares is written down once more in permissions.spec.ts.
  for (const role of ['admin', 'editor', 'viewer', 'user']) {
    test(`the built-in role ${role}`, async ({ assert }) => {
      const walker = await holderOf(role)
      if (role === 'admin') assert.sameMembers([...walker.holds], all)
      assert.deepEqual(await walkAll([walker]), [])
    })
  }

  /** In npm test, the routes that name the permission, and ten others; each role has other ten. */
  function routesFor(permission: string, index: number): Operation[] {
    if (isProving) return operations
    const naming = operations.filter((operation) => neededBy(operation).includes(permission))
    const others = operations.filter((operation) => !naming.includes(operation))
    const from = (index * 10) % others.length
    return [...naming, ...[...others, ...others].slice(from, from + 10)]
  }

  // Red when ownRoles gives more than a role holds.
  test('a role of one’s own without any permission', async ({ assert }) => {
    const walker = await holderOf((await lab.make('Nothing')).key)
    assert.isEmpty([...walker.holds])
    assert.deepEqual(await walkAll([walker]), [])
  })

  for (const share of [0, 1, 2]) {
    test(`roles of one’s own with each permission alone: share ${share + 1} of 3`, async ({
      assert,
    }) => {
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

  test('a token without scopes, of who may everything', async ({ assert }) => {
    assert.deepEqual(await walkAll([await tokenOf('no scopes', [], all)]), [])
  })

  // Red when heldBy does not narrow to the scopes.
  for (const share of [0, 1, 2]) {
    test(`tokens of who may everything, by their scopes: share ${share + 1} of 3`, async ({
      assert,
    }) => {
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

  // Red when heldBy begins with the scopes and not with what the owner holds.
  test('tokens of who has lost it may no more than their owner', async ({ assert }) => {
    const role = await lab.make('Everything', all)
    const { as } = await lab.person(role.key)
    const wide = { name: 'wide', as: await lab.token(as, all), isToken: true }
    await lab.change(role.id, { permissions: ['assets.read'] })
    assert.deepEqual(await walkAll([{ ...wide, holds: new Set(['assets.read']) }]), [])
  })
})
