import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { FlowLab, probe, type Refused, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

interface Preview {
  result: unknown
  error: string | null
  position: number | null
}

test.group('Transform', (group) => {
  const before = new Probe()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(before)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const step = (config: object) => ({ id: 'make', type: 'transform', config })
  const save = (config: object) =>
    app.call<{ id: string } & Refused>('POST', '/api/integrations/workflows', {
      as: lab.tenant.admin,
      body: { name: 'T', triggerType: 'manual', triggerConfig: {}, steps: [step(config)] },
    })
  const preview = (expression: string, sample?: unknown, more: object = {}) =>
    app.ok<Preview>('POST', '/api/flows/expressions/preview', {
      as: lab.tenant.admin,
      body: { expression, ...(sample === undefined ? {} : { sample }), ...more },
    })
  const run = async (expression: string, output: unknown, assetId?: string): Promise<Run> => {
    before.on('first', () => output)
    const flow = await lab.workflow({ steps: [probe('first'), step({ expression })] })
    const { id } = await lab.start(flow, assetId)
    return lab.reached(id, 'completed', 'failed')
  }

  test('computes one value from the file, the person, and earlier outputs', async ({ assert }) => {
    const assetId = await lab.upload('order 7.csv', 'x')
    const expression =
      '{ "name": $uppercase(file.name), "total": $sum(steps.first.lines.price), "by": user.email, "none": nothing }'
    const done = await run(expression, { lines: [{ price: 2 }, { price: 0.5 }] }, assetId)
    assert.equal(done.status, 'completed', done.errorMessage ?? '')
    assert.deepEqual(done.stepResults[1]!.output, {
      name: 'ORDER 7.CSV',
      total: 2.5,
      by: 'editor@acme.example',
    })
  })

  // Red when evaluate() spreads a result, or reads it with JSON.parse().
  test('keys named like the prototype stay data', async ({ assert }) => {
    const made = await preview('$merge([{"__proto__": {"c": 2}}, {"b": 1}])')
    assert.equal(JSON.stringify(made.result), '{"__proto__":{"c":2},"b":1}')
    assert.isUndefined(({} as { c?: number }).c)
    assert.isNull((await preview('a.constructor', { a: {} })).result)
  })

  test('a syntax error is reported when the step is saved, with its position', async ({
    assert,
  }) => {
    const { status, body } = await save({ expression: '{ "a": file.name' })
    assert.equal(status, 422)
    assert.include(body.errors[0], { field: 'steps.0.config.expression', rule: 'expression' })
    assert.match(body.errors[0]!.message, /^The expression has an error at character \d+: Expected/)
    const { error, position } = await preview('{ "a": (1 }')
    assert.equal(error, 'The expression has an error at character 11: Expected ")", got "}".')
    assert.equal(position, 11)
  })

  // Red without refuseUnsafe(), or when it checks only calls.
  test('refuses $eval under any name, and patterns that are not linear', async ({ assert }) => {
    for (const expression of ['$eval("1")', '($f := $eval; $f("1"))', '"1" ~> $eval']) {
      const { status, body } = await save({ expression })
      assert.equal(status, 422)
      assert.match(body.errors[0]!.message, /may not use \$eval/)
    }
    const { body } = await save({ expression: '$match(a, /(?=b)c/)' })
    assert.match(body.errors[0]!.message, /regular expression that is not supported/)
  })

  // Red without LinearRegExp: the deadline ends it instead.
  test('a pattern with exponential time in other engines is answered', async ({ assert }) => {
    const made = await preview('$match(s, /^(a+)+$/)', { s: `${'a'.repeat(4_000)}!` })
    assert.deepEqual(made, { result: null, error: null, position: null })
    const split = await preview('$split(s, /, */)', { s: 'one,  two' })
    assert.deepEqual(split.result, ['one', 'two'])
    const replaced = await preview('$replace(s, /(\\w)(\\w)/i, "$2$1")', { s: 'abcd' })
    assert.equal(replaced.result, 'badc')
  })

  // Red without the timeout of JSONata and without the deadline of the thread.
  test('each limit has its message', async ({ assert }) => {
    const said = async (expression: string) => (await preview(expression, undefined)).error
    assert.match((await said('($f := function($n) { $f($n + 1) }; $f(1))'))!, /longer than 500 ms/)
    assert.match((await said('($f := function($n) { 1 + $f($n) }; $f(1))'))!, /too deeply/)
    assert.match((await said('[1..10000000]'))!, /more than 100000 entries/)
    assert.match((await said('$pad("x", 70000)'))!, /more than 64 KiB/)
    assert.match((await said('$pad("x", 300000000)'))!, /more than 64 KiB/)
    // A slow machine reaches the time limit first.
    assert.match((await said('[1..20000].("€€")'))!, /more than 64 KiB|longer/)
    // Doubled again and again: much larger as JSON than in memory.
    const doubled = '$reduce([1..40], function($all, $n) { [[$all, $all]] }, [[1]])'
    assert.match((await said(doubled))!, /KiB|longer|memory/)
  })

  // Red when expressions are evaluated in threads of the server: V8 would end the server, and every tenant's
  // work with it.
  test('a text that exhausts the memory ends only its evaluation', async ({ assert }) => {
    const doubled = '$reduce([1..8], function($all, $n) { $all & $all }, $pad("x", 1000000))'
    for (const use of ['$uppercase', '$base64encode', '$length']) {
      const { result, error } = await preview(`${use}(${doubled})`)
      if (use !== '$length') assert.match(error!, /memory|longer|KiB/, `${use} made ${result}`)
    }
    assert.equal((await preview('1 + 1')).result, 2)
  })

  // Red when the pool answers in the order of arrival.
  test('many endless expressions of one tenant do not block other tenants', async ({ assert }) => {
    const other = await app.tenant('birch')
    const endless = '($f := function($n) { $f($n + 1) }; $f(1))'
    let ended = 0
    const many = Array.from({ length: 5 }, async () => {
      await preview(endless)
      ended++
    })
    await Promise.race(many)
    const { result } = await app.ok<Preview>('POST', '/api/flows/expressions/preview', {
      as: other.admin,
      body: { expression: '1 + 1' },
    })
    assert.equal(result, 2)
    assert.isBelow(ended, 4)
    await Promise.all(many)
  })

  // Red without mostInLoops: a thousand times a thousand steps block every tenant.
  test('loops in loops end with a message before they are a million steps', async ({ assert }) => {
    const each = (id: string, inner: object) => ({
      id,
      type: 'for_each',
      config: { items: 'steps.list', parallel: 20 },
      branches: { each: [inner] },
    })
    const last = { id: 'wait', type: 'delay', config: { amount: 0, unit: 'seconds' } }
    const list = { id: 'list', type: 'transform', config: { expression: '[1..1000]' } }
    const flow = await lab.workflow({ steps: [list, each('a', each('b', each('c', last)))] })
    const { id } = await lab.start(flow)
    const run = await lab.reached(id, 'completed', 'failed')
    assert.match(run.errorMessage!, /loops of one run may run at most 20000 steps/)
    assert.isBelow(run.stepResults.length, 1_000)
  })

  // Red when a worker passes on JSONata's messages about values.
  test('an error never repeats a value that was read', async ({ assert }) => {
    const secret = 'p4rtner-s3cret'
    for (const expression of [
      '$number(steps.first.key)',
      '$error(steps.first.key)',
      '$assert(false, steps.first.key)',
      '-steps.first.key',
      'steps.first.key > 1',
      '$toMillis(steps.first.key)',
      '$eval1(steps.first.key)',
    ]) {
      const done = await run(expression, { key: secret })
      assert.equal(done.status, 'failed', expression)
      assert.notInclude(JSON.stringify(done.stepResults[1]), secret, expression)
      assert.match(done.stepResults[1]!.errorMessage!, /^The expression failed/)
    }
  })

  // Red when the worker inherits the environment of the process, and when previews need fewer permissions.
  test('sees nothing of the server, and needs the permission to change workflows', async ({
    assert,
  }) => {
    assert.deepEqual((await preview('$keys($)', { a: 1 })).result, 'a')
    for (const expression of ['process', '$process', 'globalThis', '$keys($$.constructor)'])
      assert.isNull((await preview(expression, {})).result)
    const { status } = await app.call('POST', '/api/flows/expressions/preview', {
      as: lab.tenant.editor,
      body: { expression: '1' },
    })
    assert.equal(status, 403)
    for (const body of [{}, { expression: '' }, { expression: '1', deadlineMs: 60_000 }]) {
      const answer = await app.call('POST', '/api/flows/expressions/preview', {
        as: lab.tenant.admin,
        body,
      })
      assert.equal(answer.status, 422)
    }
  })
})
