import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { openApp, read } from './support.js'

const figures = {
  trialDays: 30,
  uptimePercent: 99.9,
  monthlyTransferTb: 50,
  integrations: 200,
  organizations: 1000,
  encryptionBits: 256,
  pricingCallMinutes: 30,
}

test.group('The public pages', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await openApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  test('have the links, the four features and the lists of the specification', async ({
    assert,
  }) => {
    const { status, text } = await read(app, '/')
    assert.equal(status, 200)
    for (const link of [
      '<a href="/login">Sign In</a>',
      '<a href="/#solutions">Solutions</a>',
      'href="/sales">Get started</a>',
      '<a href="/sales#demo">Schedule demo</a>',
    ]) {
      assert.include(text, link)
    }
    const features = [...text.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)
    assert.deepEqual(features, [
      'Real-time file synchronization',
      'Automated workflow engine',
      'Security and compliance',
      'Multi-tenant isolation with custom branding',
    ])
    assert.match(text, /<footer[\s\S]*>Platform<[\s\S]*>Enterprise</)
    const sales = await read(app, '/sales?utm_source=mail')
    assert.equal(sales.status, 200)
    for (const words of ['Schedule your demo', 'Custom pricing', 'rows="5"', 'Book a pricing call'])
      assert.include(sales.text, words)
    assert.match(sales.text, /id="name"[^>]*required/)
    assert.match(sales.text, /id="email"[^>]*required/)
    assert.notMatch(sales.text, /<textarea[^>]*required/)
  })

  // Red when unset figures are shown, or set ones are not.
  test('show only the figures that the operator has set', async ({ assert }) => {
    const as = await app.superAdmin()
    assert.notMatch((await read(app, '/')).text, /class="figures"|99\.9|200\+|30 days/)
    await app.ok('PUT', '/api/public-pages', { as, body: figures })
    const { text } = await read(app, '/')
    const shown = [...text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/g)].map(([, a, b]) => [a, b])
    assert.deepEqual(shown, [
      ['Free trial', '30 days'],
      ['Uptime SLA', '99.9%'],
      ['Monthly transfer', 'up to 50TB'],
      ['Integrations', '200+'],
      ['Client organizations', '1000+'],
      ['Encryption', '256 bits'],
    ])
    assert.include((await read(app, '/sales')).text, 'Book a 30-minute pricing call')
    const nothing = Object.fromEntries(Object.keys(figures).map((name) => [name, null]))
    await app.ok('PUT', '/api/public-pages', { as, body: nothing })
    assert.notInclude((await read(app, '/')).text, 'class="figures"')
  })

  test('show the name, logo and color of the operator, at sign-in too', async ({ assert }) => {
    const as = await app.superAdmin()
    const body = { productName: 'Dock & Co', primaryColor: '#0f766e' }
    const before = await app.ok<object>('GET', '/api/branding')
    assert.containSubset(before, { productName: null, logo: null, colors: null })
    await app.ok('PUT', '/api/public-pages', { as, body })
    const create = { width: 60, height: 20, channels: 3, background: '#0f766e' } as const
    const picture = await sharp({ create }).png().toBuffer()
    const { logo } = await app.ok<{ logo: string }>('PUT', '/api/public-pages/logo', {
      as,
      body: picture,
    })
    assert.equal((await app.call('GET', logo)).headers.get('content-type'), 'image/png')
    const { text } = await read(app, '/')
    assert.include(text, '<span>Dock &amp; Co</span>')
    assert.include(text, `src="${logo}"`)
    assert.include(text, '--main:#0f766e')
    assert.notInclude(text, 'Crossdock')
    assert.containSubset(await app.ok<object>('GET', '/api/branding'), {
      productName: 'Dock & Co',
      logo,
    })
    const pale = await app.call('PUT', '/api/public-pages', {
      as,
      body: { primaryColor: '#ffff00' },
    })
    assert.equal(pale.status, 422)
    await app.ok('DELETE', '/api/public-pages/logo', { as })
    await app.ok('PUT', '/api/public-pages', {
      as,
      body: { productName: null, primaryColor: null },
    })
    assert.include((await read(app, '/')).text, '<span>Crossdock</span>')
  })

  test('speak German, and lead who is signed in to the dashboard', async ({ assert }) => {
    const { text, headers } = await read(app, '/', { 'accept-language': 'de' })
    assert.match(text, /<html lang="de">/)
    assert.include(text, 'Demo vereinbaren')
    assert.equal(headers.get('content-language'), 'de')
    const inside = await read(app, '/', acme.admin.headers)
    assert.include(inside.text, '<a href="/dashboard">Open dashboard</a>')
    assert.notInclude(inside.text, 'Sign In')
  })

  // Red when a page contains a script or a style that its policy does not allow, or the policy allows a different
  // one.
  test('run and load only what their policy allows, and are small', async ({ assert }) => {
    for (const path of ['/', '/sales']) {
      const { text, headers } = await read(app, path)
      const policy = headers.get('content-security-policy')!
      const inline = [...text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)]
      assert.isAtLeast(inline.length, 2)
      for (const [, , content] of inline) {
        assert.include(policy, createHash('sha256').update(content!).digest('base64'))
      }
      assert.notMatch(text, / style=| on\w+=|<script [^>]*src/)
      assert.notInclude(policy, 'unsafe')
      const zipped = await fetch(new URL(path, app.url), { headers: { 'accept-encoding': 'gzip' } })
      assert.equal(zipped.headers.get('content-encoding'), 'gzip')
      const raw = await app.call<string>('GET', path, { headers: { 'accept-encoding': 'br' } })
      assert.isNull(raw.headers.get('content-encoding'))
    }
    const { headers } = await read(app, '/')
    // Without this header, `fetch` requests a fresh answer.
    const known = { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' }
    assert.equal((await read(app, '/', known)).status, 304)
    assert.equal((await read(app, '/', { ...known, ...acme.admin.headers })).status, 200)
  })

  test('can be changed only by the super administrator', async ({ assert }) => {
    for (const as of [acme.admin, acme.token, undefined]) {
      for (const [method, path] of [
        ['GET', '/api/public-pages'],
        ['PUT', '/api/public-pages'],
        ['DELETE', '/api/public-pages/logo'],
      ] as const) {
        const { status } = await app.call(method, path, {
          as,
          ...(method === 'PUT' && { body: {} }),
        })
        assert.equal(status, as ? 403 : 401, `${method} ${path}`)
      }
    }
    const as = await app.superAdmin()
    const bad = [{ trialDays: 0 }, { uptimePercent: 120 }, { integrations: 1.5 }, { other: 1 }]
    for (const body of bad) {
      assert.equal((await app.call('PUT', '/api/public-pages', { as, body })).status, 422)
    }
  })
})

// Red when an organization's address shows pages of the operator.
test('At the address of an organization there are no public pages', async ({ assert, cleanup }) => {
  const app = await bootApp({ settings: { TRUST_PROXY: true, APP_URL: 'http://dock.example' } })
  cleanup(() => app.stop())
  const host = (name: string) => ({ 'x-forwarded-host': name })
  for (const path of ['/', '/sales']) {
    const reply = await read(app, path, host('acme.dock.example'))
    assert.deepEqual([reply.status, reply.headers.get('location')], [302, '/dashboard'])
    assert.equal((await read(app, path, host('dock.example'))).status, 200)
  }
})
