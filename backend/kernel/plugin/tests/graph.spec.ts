// onOneDatabase: no database takes part
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { defineEvent } from '@crossdock/kernel/events'
import { operation } from '@crossdock/kernel/http'
import { defineJob } from '@crossdock/kernel/jobs'
import {
  contribute,
  definePermission,
  definePlugin,
  extensionPoint,
  jobRef,
  orderPlugins,
  PluginHost,
  schedule,
  type PluginDeclaration,
} from '@crossdock/kernel/plugin'
import { text } from '../../ground/text.js'

const tidy = jobRef<object>('test.tidy')
const readX = definePermission('x.read', { description: 'x', roles: [] })
const nightly = schedule({ name: 'test.nightly', cron: '0 3 * * *', job: tidy, payload: {} })

class Things {
  show(): void {}
}
const controller = async () => ({ default: Things })

function plugin(name: string, rest: Partial<PluginDeclaration> = {}): PluginDeclaration {
  return definePlugin({ name, version: '1.0.0', compatibility: '^0.1', ...rest })
}

const names = (plugins: PluginDeclaration[]) => plugins.map(({ name }) => name)

test.group('Plugin graph', () => {
  test('sorts every plugin after its dependencies', ({ assert }) => {
    const ordered = orderPlugins([
      plugin('sync', { dependsOn: ['agents', 'flows'] }),
      plugin('agents', { dependsOn: ['flows'] }),
      plugin('flows'),
    ])
    assert.deepEqual(names(ordered), ['flows', 'agents', 'sync'])
  })

  test('refuses invalid sets of plugins by name', ({ assert }) => {
    const point = extensionPoint<string>('missing.things')
    const permissions = [readX]
    const cases: [PluginDeclaration[], RegExp][] = [
      [[plugin('a'), plugin('a')], /"a" is installed twice/],
      [[plugin('a', { dependsOn: ['b'] })], /"a" needs "b", which is not installed/],
      [
        [plugin('a', { dependsOn: ['b'] }), plugin('b', { dependsOn: ['a'] })],
        /in a circle: a → b → a/,
      ],
      [[plugin('a', { compatibility: '^2.0' })], /"a" needs kernel \^2\.0; this is 0\./],
      [[plugin('a', { compatibility: 'newest' })], /"newest" is not a version range/],
      [
        [plugin('a', { contributes: [contribute(point, () => {})] })],
        /"a" contributes to "missing\.things", which no plugin declares/,
      ],
      [
        [plugin('a', { permissions }), plugin('b', { permissions })],
        /"a" and "b" both declare permission "x\.read"/,
      ],
      [
        [
          plugin('a', {
            eventTypes: [
              defineEvent('x', {
                description: 'x',
                payload: vine.object({}),
                activity: () => text('X'),
              }),
            ],
          }),
        ],
        /event type "x" has a sentence for people and no "permission"/,
      ],
      [
        [
          plugin('a', {
            eventTypes: [
              defineEvent('x', { description: 'x', payload: vine.object({}), permission: readX }),
            ],
          }),
        ],
        /"a": the event type "x" is read by "x\.read", which no plugin declares/,
      ],
      [
        [plugin('a', { schedules: [nightly] }), plugin('b', { schedules: [nightly] })],
        /"a" and "b" both declare schedule "test\.nightly"/,
      ],
      [
        [plugin('a', { schedules: [{ ...nightly, cron: '0 25 * * *' }] })],
        /"a": schedule "test\.nightly": "0 25 \* \* \*" is not a valid cron expression: Invalid value for hour/,
      ],
      [
        [plugin('a', { schedules: [{ ...nightly, timeZone: 'Mars/Olympus' }] })],
        /"a": schedule "test\.nightly": "Mars\/Olympus" is not a time zone/,
      ],
      [[plugin('a', { healthCheck: [] } as never)], /"a" declares "healthCheck", which does not/],
    ]
    for (const [plugins, message] of cases) assert.throws(() => orderPlugins(plugins), message)
  })

  // Red when host.ts runs a step without inPhase(), or does not check addresses or names.
  test('refuses translations that would show braces to people', async ({ assert }) => {
    const brings = (language: string, texts: Record<string, string>) =>
      new PluginHost([plugin('a', { texts: { [language]: async () => ({ default: texts }) } })])
    await assert.rejects(
      () => brings('de', { 'No {thing}.': 'Kein {ding}.' }).languages(),
      /"a": its texts in "de" use \{ding\}, which "No \{thing\}\." does not/
    )
    for (const language of ['german', 'DE', 'de_AT', 'en', 'de\r\nx: y']) {
      await assert.rejects(() => brings(language, {}).languages(), /is not a language to translate/)
    }
  })

  test('of two translations the later plugin wins', async ({ assert }) => {
    const says = (name: string, de: Record<string, string>) =>
      plugin(name, { texts: { de: async () => ({ default: de }) } })
    const host = new PluginHost([
      says('core', { 'No {thing}.': 'Kein {thing}.', 'Wait.': 'Warten.' }),
      says('house', { 'No {thing}.': 'Nix {thing}.' }),
    ])
    const languages = await host.languages()
    assert.deepEqual(languages.tags, ['en', 'de'])
    const sentence = { template: 'No {thing}.', params: { thing: '{thing}' } }
    assert.equal(languages.translate(sentence, 'de'), 'Nix {thing}.')
    assert.equal(languages.translate({ template: 'Wait.', params: {} }, 'de'), 'Warten.')
    assert.isUndefined(languages.translate(sentence, 'fr'))
  })

  test('reports an error with the plugin and the phase', async ({ assert }) => {
    const fail = () => {
      throw new Error('no luck')
    }
    const point = extensionPoint<string>('owner.things')
    const taking = contribute(point, (things) => things.add('one', 'uno'))
    const operations = (route: string) => async () => ({
      default: [operation(route, { summary: 'Something' }, controller, 'show')],
    })
    const jobs =
      (...names: string[]) =>
      async () => ({
        default: names.map((name) => defineJob(jobRef(name), { handle: async () => {} })),
      })
    const show = () => operation('GET /x', { summary: 'Something' }, controller, 'show')
    const twice = async () => ({ default: [show(), show()] })
    const asking = async () => ({
      default: [
        operation('GET /x', { summary: 'Something', permission: readX }, controller, 'show'),
      ],
    })
    const follow = { name: 'x.follow', from: 'now' as const, handle: async () => {} }
    const consumers = async () => ({ default: [follow, follow] })
    const context = {} as never
    const cases: [PluginDeclaration[], (host: PluginHost) => unknown, RegExp][] = [
      [[plugin('a', { register: fail })], (host) => host.register(context), /"a".*registering: no/],
      [[plugin('a', { boot: fail })], (host) => host.boot(context), /"a".*booting: no luck/],
      [[plugin('a', { start: fail })], (host) => host.start(context), /"a".*starting: no luck/],
      [[plugin('a', { ready: fail })], (host) => host.ready(context), /"a".*getting ready: no/],
      [[plugin('a', { jobs: fail })], (host) => host.jobs(), /"a".*loading its jobs: no luck/],
      [
        [plugin('a', { jobs: jobs('test.x') }), plugin('b', { jobs: jobs('test.x') })],
        (host) => host.jobs(),
        /"a" and "b" both declare the job "test\.x"/,
      ],
      [
        [plugin('a', { jobs: jobs('test.x', 'test.x') })],
        (host) => host.jobs(),
        /"a" declares the job "test\.x" twice/,
      ],
      [
        [plugin('a', { jobs: jobs('test.x'), schedules: [nightly] })],
        (host) => host.jobs(),
        /"a": schedule "test\.nightly" adds jobs named "test\.tidy", which no plugin handles/,
      ],
      [
        [
          plugin('owner', { extensionPoints: [point], contributes: [taking] }),
          plugin('b', { contributes: [taking] }),
        ],
        (host) => host.start(context),
        /"b".*contributing to "owner\.things".*"one" is already taken by plugin "owner"/,
      ],
      [
        [
          plugin('a', { operations: operations('GET /x/{id}') }),
          plugin('b', { operations: operations('GET /x/{key}') }),
        ],
        (host) => host.operations(),
        /"a" and "b" both declare GET \/x\/\{key\}/,
      ],
      [
        [plugin('a', { operations: asking }), plugin('b')],
        (host) => host.operations(),
        /"a": GET \/x needs "x\.read", which no plugin declares/,
      ],
      [
        [plugin('a', { operations: twice })],
        (host) => host.operations(),
        /"a" declares GET \/x twice/,
      ],
      [
        [plugin('a', { consumers })],
        (host) => host.consumers(),
        /"a" declares the consumer "x\.follow" twice/,
      ],
      [
        [plugin('a', { migrations: ['plugins/a/migratoins'] })],
        async (host) => host.assertMigrationFolders(new URL('file:///missing/')),
        /"a".*"plugins\/a\/migratoins" does not exist/,
      ],
    ]
    for (const [plugins, act, message] of cases) {
      await assert.rejects(async () => act(new PluginHost(plugins)), message)
    }
  })

  test('fills extension points before any start and shuts down in reverse', async ({ assert }) => {
    const point = extensionPoint<string>('owner.things')
    const steps: string[] = []
    const host = new PluginHost([
      plugin('user', {
        dependsOn: ['owner'],
        contributes: [contribute(point, (things) => things.add('one', 'uno'))],
        shutdown: () => void steps.push('user stops'),
      }),
      plugin('owner', {
        extensionPoints: [point],
        start: () => void steps.push(`owner starts with ${point.get('one')}`),
        shutdown: () => void steps.push('owner stops'),
      }),
    ])
    await host.start({} as never)
    await host.shutdown({} as never)
    assert.deepEqual(steps, ['owner starts with uno', 'user stops', 'owner stops'])
    assert.throws(() => point.add('one', 'eins'), /"one" is already taken/)
  })
})
