// onBothDatabases: conditional statements decide, and PostgreSQL has several processes
import type { ServerResponse } from 'node:http'
import { test } from '@japa/runner'
import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { clock, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEndpoint, callingFlow, connect, runToEnd, type ShownSystem } from './fixtures.js'
import type { Partner } from './partner.js'
import { withPartner } from './with_partner.js'

const systems = '/api/integrations/systems'

interface Circuit {
  state: string
  byHand: boolean
  reason: string | null
  until: string | null
}

interface Run {
  id: string
  status: string
  stepResults: { status: string; attempts: number; errorMessage: string | null }[]
}

test.group('Pauses and limits of systems', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    const made = await withPartner()
    ;({ app, acme, partner } = made)
    return made.stop
  })

  async function lab(part: object = {}) {
    const { admin: as } = acme
    const system = await connect(app, as, { baseUrl: partner.url, authType: 'none', ...part })
    const endpoint = await addEndpoint(app, as, system.id)
    const flowId = await callingFlow(app, as, endpoint, { retry: { attempts: 2 } })
    const onceId = await callingFlow(app, as, endpoint, { retry: { attempts: 1 } })
    return {
      id: system.id,
      tryOut: () => app.call('POST', `/api/integrations/endpoints/${endpoint.id}/test`, { as }),
      check: () =>
        app.call<{ message: string }>('POST', `${systems}/${system.id}/test`, { as, body: {} }),
      /** Makes one call in a run, to its end. */
      callOnce: () => runToEnd(app, as, onceId),
      circuit: () => app.ok<Circuit>('GET', `${systems}/${system.id}/circuit`, { as }),
      set: (body: object) =>
        app.ok<Circuit>('POST', `${systems}/${system.id}/circuit`, { as, body }),
      start: () => app.ok<Run>('POST', '/api/flow-executions/trigger', { as, body: { flowId } }),
      show: ({ id }: Run) => app.ok<Run>('GET', `/api/flow-executions/${id}`, { as }),
    }
  }
  const events = (eventType: string, targetId: string) =>
    asOperator('test', async () => {
      const wanted = { event_type: eventType, target_id: targetId }
      return (await unscoped().from('middleware_events').where(wanted)).length
    })

  // Red when 4xx count, a success in between does not reset, failed tests count, or a waiting step loses an
  // attempt.
  test('five failures of the system pause its calls; one success ends the pause', async ({
    assert,
  }) => {
    const { tryOut, check, callOnce, circuit, start, show } = await lab()
    const fails = async (...statuses: number[]) => {
      for (const status of statuses) {
        partner.answersJson({}, status)
        await callOnce()
      }
    }
    await fails(500, 502, 404, 500, 500, 200, 500, 500, 500)
    for (let n = 0; n < 3; n++) {
      assert.equal((await tryOut()).status, 200)
      assert.equal((await check()).status, 200)
    }
    await fails(500)
    assert.equal((await circuit()).state, 'closed')
    await fails(503)
    const paused = await circuit()
    assert.deepInclude(paused, { state: 'open', byHand: false })
    assert.include(paused.reason, '503')
    const refused = await tryOut()
    assert.equal(refused.status, 409)
    assert.match(refused.headers.get('retry-after') ?? '', /^(29|30|31)$/)
    assert.lengthOf(partner.received, 1)

    const run = await start()
    await until('the step to wait', async () => {
      const { stepResults } = await show(run)
      return stepResults[0]?.status === 'waiting'
    })
    const [step] = (await show(run)).stepResults
    assert.deepInclude(step, { attempts: 0 })
    assert.include(step?.errorMessage, 'pause')
    // A person reads the message, so it contains no time in a format for programs.
    assert.notMatch(step?.errorMessage ?? '', /\dT\d/)

    // The probe fails: the next pause is twice as long.
    app.clock.advance(31_000)
    await until(
      'the step to fail once',
      async () => (await show(run)).stepResults[0]?.attempts === 1
    )
    await until('the pause', async () => (await circuit()).state === 'open')
    const again = await circuit()
    assert.closeTo(Date.parse(again.until!) - clock.now(), 60_000, 5_000)
    partner.answersJson({ ok: true })
    app.clock.advance(61_000)
    await until('the run to complete', async () => {
      app.clock.advance(1_000)
      return (await show(run)).status === 'completed'
    })
    assert.equal((await circuit()).state, 'closed')
    assert.equal((await show(run)).stepResults[0]?.attempts, 2)
    assert.lengthOf(partner.received, 1)
  })

  // Red when each process, or each call, is a probe, or a failed test extends the pause.
  test('one call is the probe after a pause, and it may be a test', async ({ assert }) => {
    const { id, tryOut, check, callOnce, circuit } = await lab()
    partner.answersJson({}, 500)
    for (let n = 0; n < 5; n++) await callOnce()
    assert.equal((await circuit()).state, 'open')
    app.clock.advance(31_000)
    for (const test of [tryOut, check, tryOut]) assert.equal((await test()).status, 200)
    assert.lengthOf(partner.received, 8)
    assert.equal((await circuit()).state, 'half_open')
    const open: ServerResponse[] = []
    partner.answers((_, response) => void open.push(response))
    const asked = Array.from({ length: 5 }, tryOut)
    await until('the one', () => open.length === 1)
    assert.equal((await circuit()).state, 'half_open')
    const first = await Promise.race(asked)
    assert.equal(first.status, 409)
    open[0]!.end('{}')
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 409, 409, 409, 409])
    assert.equal((await circuit()).state, 'closed')
    assert.equal(await events('system_circuit_closed', id), 1)
    assert.equal(await events('system_circuit_opened', id), 1)
  })

  test('people pause a system manually, and reset it', async ({ assert }) => {
    const { id, set, tryOut, check, callOnce, circuit, start, show } = await lab({ breakAfter: 0 })
    partner.answersJson({}, 500)
    for (let n = 0; n < 6; n++) await callOnce()
    assert.equal((await circuit()).state, 'closed')
    assert.deepInclude(await set({ state: 'open', reason: 'Maintenance' }), {
      state: 'open',
      byHand: true,
      reason: 'Maintenance',
      until: null,
    })
    assert.equal((await tryOut()).status, 409)
    app.clock.advance(120_000)
    assert.equal((await tryOut()).status, 409)
    assert.equal((await check()).status, 200)
    assert.equal((await circuit()).state, 'open')
    partner.answersJson({})
    const run = await start()
    await until(
      'the step to wait',
      async () => (await show(run)).stepResults[0]?.status === 'waiting'
    )
    assert.equal((await set({ state: 'closed' })).state, 'closed')
    app.clock.advance(61_000)
    await until('the run', async () => (await show(run)).status === 'completed')
    assert.equal(
      (
        await app.call('POST', `${systems}/${id}/circuit`, {
          as: acme.viewer,
          body: { state: 'open' },
        })
      ).status,
      403
    )
  })

  test('calls per minute and concurrent calls are limited', async ({ assert }) => {
    const slow = await lab({ ratePerMinute: 2 })
    partner.answersJson({})
    assert.equal((await slow.tryOut()).status, 200)
    assert.equal((await slow.check()).status, 200)
    assert.equal((await slow.tryOut()).status, 429)
    // Red when a connection test, or that of a draft, bypasses the limits.
    const draft = { as: acme.admin, body: { systemId: slow.id, description: 'Other words' } }
    const refused = [await slow.check(), await app.call('POST', `${systems}/test`, draft)]
    for (const { status, headers, body } of refused as Awaited<ReturnType<typeof slow.check>>[]) {
      assert.equal(status, 429)
      assert.match(body.message, /takes 2 calls a minute.* Try again in \d+ seconds\.$/)
      assert.isAtLeast(Number(headers.get('retry-after')), 1)
    }
    const run = await slow.start()
    await until(
      'it to wait',
      async () => (await slow.show(run)).stepResults[0]?.status === 'waiting'
    )
    assert.lengthOf(partner.received, 2)
    app.clock.advance(61_000)
    await until('the run', async () => (await slow.show(run)).status === 'completed')

    const narrow = await lab({ maxConcurrent: 1 })
    const open: ServerResponse[] = []
    partner.answers((_, response) => void open.push(response))
    const runs = [await narrow.start(), await narrow.start(), await narrow.start()]
    for (let n = 0; n < 3; n++) {
      await until('a call', () => {
        app.clock.advance(600)
        return open.length === n + 1
      })
      assert.equal((await narrow.tryOut()).status, 429)
      assert.match((await narrow.check()).body.message, /Try again when a call has ended\.$/)
      assert.lengthOf(open, n + 1)
      open[n]!.end('{}')
    }
    for (const one of runs) {
      await until('it to end', async () => (await narrow.show(one)).status === 'completed')
    }
  })

  test('limits are fields of a system and are validated', async ({ assert }) => {
    const { id } = await lab()
    const path = `${systems}/${id}`
    const shown = await app.ok<ShownSystem>('GET', path, { as: acme.admin })
    assert.deepInclude(shown, { maxConcurrent: null, ratePerMinute: null, breakAfter: 5 })
    const put = (body: object) => app.call<ShownSystem>('PUT', path, { as: acme.admin, body })
    assert.deepInclude((await put({ maxConcurrent: 4, ratePerMinute: 60, breakAfter: 0 })).body, {
      maxConcurrent: 4,
      ratePerMinute: 60,
      breakAfter: 0,
    })
    assert.equal((await put({ maxConcurrent: 0 })).status, 422)
    assert.equal((await put({ maxConcurrent: 101 })).status, 422)
    assert.equal((await put({ breakAfter: -1 })).status, 422)
    assert.equal((await put({ maxConcurrent: null })).status, 200)
  })
})
