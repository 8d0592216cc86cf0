import { test } from '@japa/runner'
import { withCode, type Caller } from '@crossdock/backend/testing'
import { sessionOf } from '@crossdock/kernel/testing'
import { originsOf } from '@crossdock/kernel/tenancy'
import { at, openLab, own, setBranding, shownAt, type BrandingLab } from './support.js'

const domain = 'files.harbor.example'

test.group('Signing in at a custom domain', (group) => {
  let lab: BrandingLab
  let here: string

  group.setup(async () => {
    const opened = await openLab()
    lab = opened
    here = `${domain}:${lab.main.port}`
    await own(lab, lab.acme.admin, domain)
    await own(lab, lab.bolt.admin, 'bolt.quay.example')
    return opened.stop
  })

  test('it is an origin of its organization only', async ({ assert }) => {
    const { app, main } = lab
    await app.inside(async () => {
      assert.deepEqual(originsOf('acme'), [
        main.origin,
        `http://acme.${main.host}`,
        `http://${here}`,
      ])
      assert.notInclude(originsOf('bolt'), `http://${here}`)
      assert.deepEqual(originsOf(null), [main.origin])
    })
  })

  const sent = async (origin: string, host: string) => {
    const body = { email: 'unknown@acme.example' }
    const headers = { origin, 'x-forwarded-host': host }
    return (await lab.app.call('POST', '/api/auth/magic-link', { body, headers })).status
  }

  // Red when isOwn accepts every origin of the organization: a page at its domain could then write at the
  // subdomain. Red when originHere returns any origin of the organization, or subdomainOf knows no domains.
  test('only its own pages may send requests there, and only there', async ({ assert }) => {
    const { main } = lab
    const subdomain = `acme.${main.host}`
    assert.equal(await sent(`http://${here}`, here), 200)
    assert.equal(await sent(`http://${subdomain}`, subdomain), 200)
    assert.equal(await sent(main.origin, here), 200)
    for (const [origin, host] of [
      [`http://bolt.quay.example:${main.port}`, here],
      [`http://bolt.${main.host}`, here],
      [`http://${subdomain}`, here],
      [`http://${here}`, subdomain],
      [`http://${here}`, main.host],
      [`http://${here}`, `bolt.${main.host}`],
      [`http://${here}`, `bolt.quay.example:${main.port}`],
      [`https://${here}`, here],
      ['http://evil.example', here],
    ] as const) {
      assert.equal(await sent(origin, host), 403, `${origin} to ${host}`)
    }
  })

  const askFor = async (host: string, email: string) => {
    const { text } = await lab.app.mailTo(email, async () => {
      const body = { email, tenantId: 'acme' }
      await lab.app.ok('POST', '/api/auth/magic-link', { body, ...at(host) })
    })
    return new URL(/http\S+\/login\?token=\S+/.exec(text)![0]).origin
  }

  // Red when links use any address they were requested at.
  test('links in mails lead there, if they were requested there', async ({ assert }) => {
    const { main } = lab
    assert.equal(await askFor(here, 'editor@acme.example'), `http://${here}`)
    const subdomain = `acme.${main.host}`
    assert.equal(await askFor(subdomain, 'admin@acme.example'), `http://${subdomain}`)
    assert.equal(await askFor(`bolt.quay.example:${main.port}`, 'viewer@acme.example'), main.origin)
    assert.equal(await askFor('other.harbor.example', 'viewer@acme.example'), main.origin)
  })

  test('it shows the look of its organization', async ({ assert }) => {
    await setBranding(lab.app, lab.acme.admin, { productName: 'Harbor Files' })
    assert.equal((await shownAt(lab.app, here)).productName, 'Harbor Files')
    assert.isNull((await shownAt(lab.app, 'bolt.quay.example')).productName)
  })

  test('sessions and live streams work there', async ({ assert }) => {
    const { app, acme } = lab
    const headers = { ...acme.viewer.headers, 'x-forwarded-host': here }
    const me = await app.ok<{ tenant: { subdomain: string } }>('GET', '/api/auth/me', { headers })
    assert.equal(me.tenant.subdomain, 'acme')
    const stream = async (origin: string) => {
      const end = new AbortController()
      const answer = await fetch(`${app.url}/api/events/stream`, {
        headers: { ...headers, origin, accept: 'text/event-stream' },
        signal: end.signal,
      })
      end.abort()
      return answer.status
    }
    assert.equal(await stream(`http://${here}`), 200)
    assert.equal(await stream(`http://bolt.quay.example:${lab.main.port}`), 403)
  })

  /** The code of a person, and the answer for it at a host. */
  const entered = async (email: string, host: string, tenantId?: string) => {
    const { app } = lab
    const send = (path: string, body: object, as?: Caller) =>
      app.call<{ message: string }>('POST', path, { as, body, ...at(host) })
    let browser: Caller | undefined
    const { text } = await app.mailTo(email, async () => {
      browser = sessionOf(await send('/api/auth/magic-link', { email, tenantId }))
    })
    const code = withCode.exec(text)![0]
    return send('/api/auth/verify-code', { email, code, tenantId }, browser)
  }

  // Red when startSession and placesOf do not check the address: the owner of a domain would get the cookies of
  // strangers.
  test('strangers and the operator cannot sign in there', async ({ assert }) => {
    const { main } = lab
    for (const [email, organization] of [
      ['operator@crossdock.example', undefined],
      ['viewer@bolt.example', 'bolt'],
    ] as const) {
      const there = await entered(email, here, organization)
      assert.equal(there.status, 401, email)
      assert.include(there.body.message, main.origin)
      assert.lengthOf(
        there.headers.getSetCookie().filter((one) => /session/.test(one)),
        0
      )
      assert.equal((await entered(email, main.host, organization)).status, 200, email)
    }
    assert.equal((await entered('viewer@acme.example', here, 'acme')).status, 200)
  })

  // Red when liveSession does not check the address of a request.
  test('sessions of strangers and of the operator are invalid there', async ({ assert }) => {
    const { app, bolt, main } = lab
    for (const { headers } of [bolt.viewer, await app.superAdmin()]) {
      const asked = async (host: string) =>
        (await app.call('GET', '/api/sessions', { headers: { ...headers, ...at(host).headers } }))
          .status
      assert.equal(await asked(here), 401)
      assert.equal(await asked(main.host), 200)
    }
  })
})
