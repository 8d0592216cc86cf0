import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { OutcomeUnknown, transaction } from '@crossdock/kernel/database'
import { operation, type Input } from '@crossdock/kernel/http'
import { countUse, type Reserved } from '@crossdock/kernel/ledger'
import { definePlugin } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { Usage } from '../metering/usage.js'
import { limitsOfEnvironments } from '../meters/limits.js'

interface Day {
  apiCalls: number
  successfulCalls: number
  errorCalls: number
  storageUsed: number
  filesUploaded: number
  meters: Record<string, number>
}

const answered = Promise.withResolvers<void>()

class Slow {
  async answer(_: Input) {
    await answered.promise
  }
}

/** Answers when the test allows it. */
const slow = definePlugin({
  name: 'slow',
  version: '1.0.0',
  compatibility: '^0.1',
  operations: async () => ({
    default: [
      operation(
        'GET /slow',
        { summary: 'Take your time', status: 204 },
        async () => ({ default: Slow }),
        'answer'
      ),
    ],
  }),
})

test.group('Metering', (group) => {
  let app: TestApp
  let acme: TestTenant
  let environmentId: string
  let turn = 0

  group.setup(async () => {
    app = await bootApp({ plugins: [slow] })
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${turn++}`)
    environmentId = (await read()).environments[0]!.environmentId
  })

  const read = () =>
    app.ok<{ environments: { environmentId: string }[]; days: Day[] }>('GET', '/api/tenant/usage', {
      as: acme.viewer,
    })
  const place = () => ({ tenantId: acme.id, environmentId })

  /** A separate instance, which writes only on request. */
  const usage = (look: (reserved: Reserved[]) => void = () => undefined) =>
    new Usage({ warn: () => undefined } as never, async ({ reserved }) => look(reserved))

  const call = (own: Usage, succeeded = true) => {
    own.begin(place())
    own.end(place(), succeeded, 1)
  }

  /** Makes writing fail with this error. */
  async function failing(error: Error, work: () => Promise<void>): Promise<void> {
    const { production } = limitsOfEnvironments
    limitsOfEnvironments.production = () => Promise.reject(error)
    try {
      await work()
    } finally {
      limitsOfEnvironments.production = production
    }
  }

  // Red when countUse() does not wait for the commit.
  test('counts nothing of a transaction that is rolled back', async ({ assert }) => {
    const upload = (fails: boolean) =>
      app.inside(() =>
        inTenant(acme.id, () =>
          transaction(async () => {
            countUse('filesUploaded')
            if (fails) throw new Error('Nothing is put.')
          })
        )
      )
    await assert.rejects(() => upload(true), 'Nothing is put.')
    await upload(false)
    await until('the day to be written', async () => (await read()).days.length > 0)
    assert.equal((await read()).days[0]!.filesUploaded, 1)
  })

  // Red when stop() writes nothing, or waits only for a running write.
  test('writes the remaining counts before it stops', async ({ assert }) => {
    await app.inside(async () => {
      const own = usage()
      call(own)
      const writing = own.flush()
      call(own)
      await Promise.all([writing, own.stop()])
    })
    assert.equal((await read()).days[0]!.apiCalls, 2)
  })

  // Red when addMeters() writes the last value instead of the sum.
  test('adds the counts of plugins to the day with each write', async ({ assert }) => {
    await app.inside(async () => {
      const own = usage()
      for (const n of [2, 3]) {
        own.countMeter(place(), 'parcels', n)
        await own.flush()
      }
    })
    assert.deepEqual((await read()).days[0]!.meters, { parcels: 5 })
  })

  // Red when flush() puts back counts that may have been written.
  test('counts nothing twice after a write with an unknown outcome', async ({ assert }) => {
    await app.inside(async () => {
      const own = usage()
      call(own)
      await failing(new OutcomeUnknown(new Error('The connection broke.')), () => own.flush())
      call(own)
      await own.flush()
    })
    assert.equal((await read()).days[0]!.apiCalls, 1)
  })

  // Red when failed counts are put back only if no new counts have come.
  test('keeps counts that come during a failing write', async ({ assert }) => {
    await app.inside(async () => {
      const own = usage()
      call(own)
      own.countMeter(place(), 'parcels', 2)
      await failing(new Error('The database is away.'), async () => {
        const trying = own.flush()
        call(own, false)
        own.countMeter(place(), 'parcels', 3)
        await trying
      })
      await own.flush()
    })
    assert.containsSubset((await read()).days[0]!, {
      apiCalls: 2,
      successfulCalls: 1,
      errorCalls: 1,
      meters: { parcels: 5 },
    })
  })

  // Red when flush() forgets reservations during a failing write: their alert would never be sent.
  test('checks for alerts later when a write fails', async ({ assert }) => {
    const looked: string[] = []
    await app.inside(async () => {
      const own = usage((reserved) => looked.push(...reserved.map(({ name }) => name)))
      call(own)
      own.reserved({ place: place(), name: 'maxWorkflows', used: 3, limit: 4 })
      await failing(new Error('The database is away.'), () => own.flush())
      assert.deepEqual(looked, [])
      await own.flush()
    })
    assert.deepEqual(looked, ['maxWorkflows'])
  })

  // Red when the bytes of a day stay as they were when its row was created.
  test('shows the current bytes of a day', async ({ assert }) => {
    await app.call('GET', '/api/assets', { as: acme.token })
    await until('the day to begin', async () => (await read()).days.length > 0)
    const form = new FormData()
    form.set('file', new Blob(['some words']), 'words.txt')
    await app.ok('POST', '/api/assets', { as: acme.admin, body: form })
    await until('the bytes to be shown', async () => (await read()).days[0]!.storageUsed > 0)
    assert.equal((await read()).days[0]!.storageUsed, 10)
  })

  // Red when a call is counted at its end: the limit of the month already counts it.
  test('counts a call that is still under way', async ({ assert }) => {
    const breaking = new AbortController()
    const url = new URL('/api/slow', app.url)
    const asked = fetch(url, { headers: acme.token.headers, signal: breaking.signal })
    await until('the call to be written', async () => (await read()).days.length > 0)
    const { apiCalls, successfulCalls, errorCalls } = (await read()).days[0]!
    breaking.abort()
    await assert.rejects(() => asked)
    assert.deepEqual([apiCalls, successfulCalls, errorCalls], [1, 0, 0])
  })

  // Red when an answer that never started counts as the planned 200.
  test('counts a call that broke off before its answer as failed', async ({ assert }) => {
    const breaking = new AbortController()
    const url = new URL('/api/slow', app.url)
    const asked = fetch(url, { headers: acme.token.headers, signal: breaking.signal })
    await until('the call to begin', async () => (await read()).days.length > 0)
    breaking.abort()
    await assert.rejects(() => asked)
    await until('the call to be written', async () => Boolean((await read()).days[0]?.errorCalls))
    const { apiCalls, successfulCalls, errorCalls } = (await read()).days[0]!
    answered.resolve()
    assert.deepEqual([apiCalls, successfulCalls, errorCalls], [1, 0, 1])
  })
})
