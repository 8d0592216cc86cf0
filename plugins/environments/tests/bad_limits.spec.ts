import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { test } from '@japa/runner'
import { environmentLab, type Environment } from './support.js'

// Null is red when refuseNull() passes it through.
const whole = [null, -1, 1.5, 1e12, Number.MAX_SAFE_INTEGER, '10', 'many', true, [], {}]

/** The maximum of each field, and whether zero is allowed. */
const numbers: Record<string, { most: number; zero: boolean }> = {
  apiCallsPerMonth: { most: 2_000_000_000, zero: true },
  concurrentConnections: { most: 1_000_000, zero: true },
  rateLimitPerMinute: { most: 100_000_000, zero: true },
  storageQuotaGB: { most: 10_000_000, zero: false },
  maxFileSize: { most: 10_000_000, zero: false },
  maxExternalSystems: { most: 1_000_000, zero: true },
  maxWorkflows: { most: 1_000_000, zero: true },
  maxApiEndpoints: { most: 1_000_000, zero: true },
  maxWebhooks: { most: 1_000_000, zero: true },
  logsRetentionDays: { most: 36_500, zero: false },
}

const others: [field: string, value: unknown][] = [
  ['displayName', ''],
  ['displayName', 'x'.repeat(256)],
  ['displayName', 'go to https://evil.example'],
  ['description', 'x'.repeat(2001)],
  ['isActive', 'true'],
  ['sslEnabled', 1],
  ['baseUrl', 'ftp://files.example'],
  ['baseUrl', 'files.example'],
  ['baseUrl', 'https://user:secret@files.example'],
  ['customDomain', 'https://files.example'],
  ['customDomain', 'files.example/path'],
  ['customDomain', 'files.example:8080'],
  ['customDomain', 'localhost'],
  ['customDomain', '-files.example'],
  ['customDomain', '10.0.0.1'],
  ['customDomain', `${'a'.repeat(64)}.example`],
  ['limits', []],
  ['limits', 'none'],
  ['limits.feeds', { feeds: -1 }],
  ['limits.feeds', { feeds: 1.5 }],
  ['limits.feeds', { feeds: '5' }],
  ['limits.feeds', { feeds: 3e9 }],
  // Red when assertKnownLimits() accepts it: the separate field would take precedence.
  ['limits.maxFileSize', { maxFileSize: 5 }],
  ['limits', { 'no name': 1 }],
  // Red when assertKnownLimits() checks nothing.
  ['limits.nonsense', { nonsense: 5 }],
  ['isActive', null],
]

test.group('Limits that make no sense', (group) => {
  const lab = environmentLab(group)
  let made: Environment

  group.setup(async () => {
    const tenant = await lab().app.tenant('acme')
    made = await lab().make(tenant.id, 'testing')
  })

  const refused = async (field: string, body: object) => {
    const { status, body: problem } = await lab().ask('PUT', `/${made.id}`, body)
    return status === 422 && problem.errors?.some((error) => error.field === field)
  }

  test('are refused by the name of the field, and nothing changes', async ({ assert }) => {
    const taken: string[] = []
    for (const [field, { most, zero }] of Object.entries(numbers)) {
      for (const value of [...whole, most + 1, ...(zero ? [] : [0])]) {
        if (await refused(field, { [field]: value })) continue
        taken.push(`${field}: ${JSON.stringify(value)}`)
      }
    }
    for (const [field, value] of others) {
      const [name] = field.split('.')
      if (!(await refused(field, { [name!]: value }))) taken.push(`${field}: ${String(value)}`)
    }
    assert.deepEqual(taken, [])
    assert.deepEqual(await lab().show(made.id), made)
  })

  test('the minimum and the maximum are accepted', async ({ assert }) => {
    const all = (of: (one: { most: number; zero: boolean }) => number) =>
      Object.fromEntries(Object.entries(numbers).map(([field, one]) => [field, of(one)]))
    for (const body of [all(({ most }) => most), all(({ zero }) => (zero ? 0 : 1))]) {
      const { status, body: shown } = await lab().ask('PUT', `/${made.id}`, body)
      assert.equal(status, 200)
      assert.deepInclude(shown, body)
    }
    const limits = { feeds: 2_000_000_000 }
    const { body } = await lab().ask('PUT', `/${made.id}`, {
      limits,
      customDomain: 'Büro.Example.COM',
    })
    assert.deepInclude(body, { limits, customDomain: 'büro.example.com' })
  })

  test('unknown names, tenants and templates of a new one are refused too', async ({ assert }) => {
    const { tenantId } = made
    const bodies: [field: string, body: object][] = [
      ['name', { tenantId }],
      ['name', { tenantId, name: 'staging' }],
      ['tenantId', { name: 'development' }],
      ['tenantId', { tenantId: 'missing', name: 'development' }],
      ['template', { tenantId, name: 'development', template: 'large' }],
      ['colour', { tenantId, name: 'development', colour: 'red' }],
      ['maxWorkflows', { tenantId, name: 'development', maxWorkflows: -1 }],
    ]
    for (const [field, body] of bodies) {
      const { status, body: problem } = await lab().ask('POST', '', body)
      assert.equal(status, 422, field)
      assert.include(
        problem.errors!.map((error) => error.field),
        field
      )
    }
    assert.lengthOf(await lab().list(`?tenantId=${tenantId}`), 2)
  })

  // Red when assertKnownLimits() accepts only registered meters: a limit of a missing plugin could not be
  // changed.
  test('the limit of a missing plugin can still be set', async ({ assert }) => {
    await asOperator('a plugin was there', () =>
      unscoped()
        .from('tenant_environments')
        .where('id', made.id)
        .update({ limits: JSON.stringify({ gone: 5 }) })
    )
    const { status, body } = await lab().ask('PUT', `/${made.id}`, { limits: { gone: 7 } })
    assert.equal(status, 200)
    assert.deepInclude(body, { limits: { gone: 7 } })
  })
})
