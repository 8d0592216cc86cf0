import type { Group } from '@japa/runner/core'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, type Caller } from '@crossdock/kernel/testing'
import { Authenticator } from './authenticator.js'

export interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}
export interface Shown {
  id: string
  name: string
  lastUsedAt: string | null
}
export interface Creation {
  options: {
    challenge: string
    rp: { id: string }
    user: { id: string; name: string }
    excludeCredentials: { id: string }[]
  }
}
export interface Asked {
  options: { challenge: string; rpId: string; allowCredentials?: { id: string }[] }
}
export interface Standing {
  required: boolean
  requiredBy: 'operator' | 'tenant' | null
  recoveryCodes: number
}

export const origin = 'https://crossdock.example'
export const host = 'crossdock.example'

/** An application with a tenant whose people have passkeys, for the specs of this domain. */
export function passkeyLab(
  group: Group,
  settings: { REQUIRE_SECOND_FACTOR?: boolean; TRUST_PROXY?: boolean } = {}
) {
  let app: TestApp
  let acme: TestTenant
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ settings: { APP_URL: origin, ...settings } })
    if (!settings.REQUIRE_SECOND_FACTOR) acme = await app.tenant('acme')
    return () => app.stop()
  })

  /** A person of a tenant, signed in by mail. */
  async function person(role = 'viewer', { subdomain } = acme) {
    const email = `person-${++turn}@${subdomain}.example`
    // An organization may invite 20 people in ten minutes; invitations of the operator do not count.
    const { headers } = await app.superAdmin()
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: { headers: { ...headers, 'x-tenant': subdomain } },
      body: { email, role },
    })
    return { id, email, as: await app.signIn(email, subdomain) }
  }
  const creation = (as: Caller) => app.ok<Creation>('POST', '/api/passkeys/options', { as })
  const add = (as: Caller, passkey: object, name = 'Laptop') =>
    app.call<Shown & Refusal>('POST', '/api/passkeys', { as, body: { name, passkey } })
  async function addKey(as: Caller) {
    const key = new Authenticator(origin, host)
    const { options } = await creation(as)
    const { status, body } = await add(as, key.create(options))
    if (status !== 201) throw new Error(JSON.stringify(body))
    return { key, passkeyId: body.id }
  }
  /** A person with a passkey. */
  async function keeper(role = 'viewer', tenant = acme) {
    const one = await person(role, tenant)
    return { ...one, ...(await addKey(one.as)) }
  }
  const codesOf = async (as: Caller) =>
    (await app.ok<{ codes: string[] }>('POST', '/api/recovery-codes', { as })).codes
  const turnTo = (as: Caller, required: boolean) =>
    app.call<Refusal & Standing>('PUT', '/api/second-factor', { as, body: { required } })
  /** A person with a passkey, recovery codes and a second factor. */
  async function careful() {
    const one = await keeper()
    const codes = await codesOf(one.as)
    const turned = await turnTo(one.as, true)
    if (turned.status !== 200) throw new Error(JSON.stringify(turned.body))
    return { ...one, codes }
  }
  /** A browser without a session, with a challenge for a passkey. */
  async function stranger() {
    const reply = await app.call<Asked>('POST', '/api/auth/passkey/options')
    return { as: sessionOf(reply), options: reply.body.options }
  }
  const enter = (as: Caller, passkey: object, more: object = {}) =>
    app.call<Refusal & { redirectUrl: string }>('POST', '/api/auth/passkey/verify', {
      as,
      body: { passkey, ...more },
    })
  const step = (as: Caller, body: object) =>
    app.call<Refusal & { redirectUrl: string }>('POST', '/api/auth/second-factor/verify', {
      as,
      body,
    })
  const ask = (as: Caller) => app.call<Asked>('POST', '/api/auth/second-factor/options', { as })
  /** Confirms the person of a session. */
  const prove = (as: Caller, body: object) =>
    app.call<Refusal>('POST', '/api/auth/proof/verify', { as, body })
  async function proveBy(key: Authenticator, as: Caller) {
    const { options } = await app.ok<Asked>('POST', '/api/auth/proof/options', { as })
    return prove(as, { passkey: key.get(options) })
  }
  const whoIs = async (as: Caller) => {
    const { status, body } = await app.call<{ user: { email: string } }>('GET', '/api/auth/me', {
      as,
    })
    return status === 200 ? body.user.email : null
  }
  /** The reason why a session is held. */
  const heldBy = async (as: Caller) =>
    (await app.ok<{ session: { held: string | null } }>('GET', '/api/auth/me', { as })).session.held
  /** Makes a tenant require a second factor, or stop. */
  const require = (as: Caller, required: boolean) =>
    app.call<Refusal & Standing>('PUT', '/api/second-factor-rule', { as, body: { required } })
  const stored = (id: string) =>
    asOperator('a test looks', async (): Promise<{ counter: number | string }> =>
      unscoped().from('passkeys').where('id', id).first()
    )

  return {
    person,
    creation,
    add,
    addKey,
    keeper,
    codesOf,
    turnTo,
    careful,
    stranger,
    enter,
    step,
    ask,
    prove,
    proveBy,
    whoIs,
    heldBy,
    require,
    stored,
    get app() {
      return app
    },
    get acme() {
      return acme
    },
  }
}
