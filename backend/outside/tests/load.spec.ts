// onBothDatabases: it asserts which database it runs on
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { definePlugin, PluginHost } from '@crossdock/kernel/plugin'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { databaseManager } from '../../kernel/database/database.js'
import { explainStartError } from '../../start/explain.js'
import { installedFrom } from '../../plugins.js'
import { loadAddedPlugins } from '../load.js'

type Files = Record<string, string>

/** A plugin folder as npm leaves it, with these packages in it. */
async function folderOf(
  packages: Record<string, { field?: unknown; files?: Files }>,
  disabled: string[] = []
) {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-plugins-'))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const dependencies = Object.fromEntries(Object.keys(packages).map((name) => [name, '1.2.3']))
  await write('package.json', JSON.stringify({ dependencies, crossdock: { disabled } }))
  for (const [name, { field, files = {} }] of Object.entries(packages)) {
    const manifest = {
      name,
      version: '1.2.3',
      type: 'module',
      exports: './index.js',
      crossdock: field,
    }
    await write(`node_modules/${name}/package.json`, JSON.stringify(manifest))
    for (const [path, text] of Object.entries(files)) {
      await write(`node_modules/${name}/${path}`, text)
    }
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The names of the migrations that have run. */
function recorded(app: TestApp): Promise<string[]> {
  const connection = testDatabase === 'pg' ? 'migrations' : 'main'
  return app.inside(async () => {
    const rows = await databaseManager().connection(connection).from('adonis_schema').orderBy('id')
    return rows.map(({ name }) => name)
  })
}

const field = { kernel: '^0.1' }
const declaring = (body: string, before = '') => ({
  'index.js': `import { definePlugin } from '@crossdock/kernel/plugin'
${before}
export default definePlugin(${body})
`,
})

test.group('Packages from outside', (group) => {
  const folders: { remove(): Promise<void> }[] = []
  const make: typeof folderOf = async (...args) => {
    const made = await folderOf(...args)
    folders.push(made)
    return made
  }
  group.each.teardown(async () => {
    for (const made of folders.splice(0)) await made.remove()
  })

  /** The operator's error message when the set is loaded. */
  async function refusal(...args: Parameters<typeof folderOf>): Promise<string> {
    const { folder } = await make(...args)
    try {
      new PluginHost(await installedFrom(folder))
    } catch (error) {
      return (
        explainStartError(error, { CROSSDOCK_PLUGINS_DIR: folder }) ??
        `a stack: ${(error as Error).stack}`
      )
    }
    return 'nothing'
  }

  test('nothing is loaded from a missing folder or a disabled package', async ({ assert }) => {
    assert.deepEqual(await loadAddedPlugins('/missing/plugins'), [])
    const files = { 'index.js': 'throw new Error("was loaded")' }
    const { folder } = await make({ 'cd-out': { field, files } }, ['cd-out'])
    assert.deepEqual(await loadAddedPlugins(folder), [])
  })

  test('shares the kernel, and takes package, version and rights from the package.json', async ({
    assert,
  }) => {
    const files = declaring(
      `{ name: 'shares', extensionPoints: [], healthChecks: [{ name: 'same', check: () => pluginHost }] }`,
      `import * as kernel from '@crossdock/kernel/plugin'; const pluginHost = kernel.service`
    )
    const { folder } = await make({
      '@acme/shares': { field: { ...field, operator: true }, files },
    })
    const [plugin] = await loadAddedPlugins(folder)
    const { name, version, operator, package: from } = plugin!
    assert.deepEqual(
      { name, version, operator, from },
      { name: 'shares', version: '1.2.3', operator: true, from: '@acme/shares' }
    )
    const { service } = await import('@crossdock/kernel/plugin')
    assert.strictEqual(plugin!.healthChecks![0]!.check() as unknown, service)

    // Red when the code overrides the package.json: it could give itself rights.
    const more = `{ ...definePlugin({ name: 'claims' }), version: '9.9.9', operator: true, package: 'x' }`
    const claiming = {
      'index.js': `import { definePlugin } from '@crossdock/kernel/plugin'; export default ${more}`,
    }
    const other = await make({ 'cd-claims': { field, files: claiming } })
    const [claims] = await loadAddedPlugins(other.folder)
    assert.deepInclude(claims, { version: '1.2.3', operator: false, package: 'cd-claims' })
  })

  test('an unusable package is reported before its code runs', async ({ assert }) => {
    // The second file is outside of the package: red when that is accepted.
    const files = { 'index.js': 'throw new Error("its code ran")', '../load.js': '' }
    const cases: [unknown, RegExp][] = [
      [undefined, /the package "cd-bad" is not a Crossdock plugin/],
      [{}, /the package "cd-bad" does not name its kernel version/],
      [{ kernel: '^2.0' }, /"cd-bad" needs kernel \^2\.0; this is 0\./],
      [{ kernel: 'new' }, /"cd-bad": compatibility "new" is not a version range/],
      [{ ...field, operater: true }, /"crossdock\.operater" .* does not exist/],
      [{ ...field, operator: 'yes' }, /"crossdock\.operator" .* is not a boolean/],
      [{ ...field, cli: '../load.js' }, /names \.\.\/load\.js as "crossdock\.cli"/],
      [{ ...field, cli: './cli.js' }, /names \.\/cli\.js as "crossdock\.cli" .* does not exist/],
    ]
    for (const [given, expected] of cases) {
      const text = await refusal({ 'cd-bad': { field: given, files } })
      assert.match(text, expected)
      assert.match(text, /^Crossdock cannot start: /)
      assert.match(
        text,
        /\(cd-bad\): node ace plugin:disable <package>; with an earlier version: node ace plugin:add <that version>$/
      )
    }
    const ours = await refusal({ '@crossdock/kernel': { field, files } })
    assert.match(ours, /"@crossdock\/kernel" uses a name that is reserved/)
  })

  test('an unreadable package.json is named', async ({ assert }) => {
    const { folder } = await make({ 'cd-torn': { field } })
    await writeFile(join(folder, 'node_modules/cd-torn/package.json'), '{ "name": ')
    const failed = await loadAddedPlugins(folder).catch((error: unknown) => error)
    assert.match(explainStartError(failed, {}) ?? '', /cd-torn\/package\.json cannot be read: /)
  })

  test('errors in its code are reported with package and phase, without a stack', async ({
    assert,
  }) => {
    const cases: [Files, RegExp][] = [
      [
        { 'index.js': 'throw new Error("no weather today")' },
        /"cd-bad" failed while being loaded: no weather today/,
      ],
      [{ 'index.js': 'export default {' }, /"cd-bad" failed while being loaded/],
      [
        { 'index.js': 'import "not-there"' },
        /"cd-bad" failed while being loaded: Cannot find package 'not-there'/,
      ],
      [{ 'index.js': 'export const weather = 1' }, /no default export made by definePlugin/],
      [declaring(`{ name: 'Bad One' }`), /"Bad One": a name consists of/],
      [
        declaring(`{ name: 'bad', migration: [] }`),
        /"bad" declares "migration", which does not exist/,
      ],
      [
        { 'index.js': `import '@crossdock/kernel/testing'` },
        /"@crossdock\/kernel\/testing" is not available to plugins/,
      ],
      [
        { 'index.js': `import '@crossdock/backend/plugins'` },
        /"@crossdock\/backend\/plugins" is not available to plugins/,
      ],
      [
        {
          'index.js': `import { createRequire } from 'node:module'
createRequire(import.meta.url)('@crossdock/kernel/tenancy')`,
        },
        /"@crossdock\/kernel\/tenancy" must be imported, not required: plugins are ES modules/,
      ],
      [
        { 'index.js': `import { unscoped } from '@crossdock/kernel/database'` },
        /does not provide an export named 'unscoped'/,
      ],
    ]
    for (const [files, expected] of cases) {
      const text = await refusal({ 'cd-bad': { field, files } })
      assert.match(text, expected)
      assert.isBelow(text.match(/\n\s+at /g)?.length ?? 0, 2, text)
    }
  })

  test('a duplicate name is reported with both packages', async ({ assert }) => {
    const files = declaring(`{ name: 'twin' }`)
    const text = await refusal({ 'cd-one': { field, files }, 'cd-two': { field, files } })
    assert.match(
      text,
      /"twin" is installed twice: by the package "cd-one" and by the package "cd-two"/
    )
    const thief = await refusal({ 'cd-thief': { field, files: declaring(`{ name: 'flows' }`) } })
    assert.match(thief, /"flows" is installed twice: with Crossdock and by the package "cd-thief"/)
  })

  test('errors during start are reported with plugin and phase', async ({ assert }) => {
    const cases: [Files, RegExp][] = [
      [
        declaring(`{ name: 'late', start() { throw new Error('no wind') } }`),
        /Plugin "late" failed while starting: no wind/,
      ],
      [
        declaring(
          `{ name: 'late', dependsOn: ['flows'], contributes: [contribute(stepTypes, (all) => all.add('api_call', {}))] }`,
          `import { contribute } from '@crossdock/kernel/plugin'; import { stepTypes } from '@crossdock/flows/contracts'`
        ),
        /Plugin "late" failed while contributing to "flows\.stepTypes": .*"api_call" is already taken/,
      ],
      [
        declaring(`{ name: 'late', operations: () => import('./operations.js') }`),
        /Plugin "late" failed while loading its operations: Cannot find module/,
      ],
      [
        {
          ...declaring(`{ name: 'late', operations: () => import('./operations.js') }`),
          'operations.js': `import { operation } from '@crossdock/kernel/http'
export default [operation('GET /late', { summary: 'x', permission: { name: 'late.read' } }, async () => ({}), 'x')]`,
        },
        /Plugin "late": GET \/late needs "late\.read", which no plugin declares/,
      ],
    ]
    for (const [files, expected] of cases) {
      const { folder } = await make({ 'cd-late': { field, files } })
      const plugins = await loadAddedPlugins(folder)
      const failed = await bootApp({ plugins }).catch((error: unknown) => error)
      assert.match(explainStartError(failed, {}) ?? String(failed), expected)
    }
  })

  // Red when host.ts does not continue after an exception.
  test('a plugin that throws while stopping does not block the others', async ({ assert }) => {
    const stopped: string[] = []
    const first = definePlugin({ name: 'first', shutdown: () => void stopped.push('first') })
    const last = definePlugin({
      name: 'last',
      dependsOn: ['first'],
      shutdown() {
        throw new Error('no brakes')
      },
    })
    const app = await bootApp({ plugins: [first, last], settings: { LOG_LEVEL: 'silent' } })
    await app.stop()
    assert.deepEqual(stopped, ['first'])
  })

  test('its migrations run once, recorded under its name; a broken one changes nothing', async ({
    assert,
  }) => {
    const table = (name: string, then = '') => `
      import { Schema } from '@crossdock/kernel/database'
      export default class extends Schema {
        async up() {
          this.createTenantTable('${name}', (table) => { table.string('name') })
          ${then}
        }
      }`
    const files = {
      ...declaring(`{ name: 'tables', migrations: [new URL('./migrations', import.meta.url)] }`),
      'migrations/1_first.js': table('tables_first'),
      'migrations/2_second.js': table(
        'tables_second',
        `this.schema.raw('insert into missing_table values (1)')`
      ),
    }
    const { folder } = await make({ 'cd-tables': { field, files } })
    const database = await freshDatabase()
    const plugins = await loadAddedPlugins(folder)
    const failed = await bootApp({ plugins, database }).catch((error: unknown) => error)
    assert.match(
      explainStartError(failed, {}) ?? '',
      /^Crossdock cannot start: Plugin "tables" failed while migrating \(tables\/2_second\): .*missing_table/
    )

    const empty = await make({
      'cd-tables': {
        field,
        files: { ...files, 'migrations/2_second.js': 'export default class {}' },
      },
    })
    const none = await bootApp({ plugins: await loadAddedPlugins(empty.folder), database }).catch(
      (error: unknown) => error
    )
    assert.match(
      explainStartError(none, {}) ?? '',
      /"tables" failed while migrating \(tables\/2_second\): it exports no migration by default/
    )

    // The author fixes it, and the operator starts again.
    const fixed = await make({
      'cd-tables': { field, files: { ...files, 'migrations/2_second.js': table('tables_second') } },
    })
    const again = await loadAddedPlugins(fixed.folder)
    for (const _start of ['first', 'second']) {
      const app = await bootApp({ plugins: again, database })
      const names = await recorded(app)
      assert.deepEqual(
        names.filter((name) => name.startsWith('tables/')),
        ['tables/1_first', 'tables/2_second']
      )
      // Existing databases contain these names: under other names they would run again.
      assert.includeMembers(names, [
        'backend/kernel/tenancy/migrations/1_create_tenants_table',
        'plugins/flows/migrations/1_create_workflows_tables',
      ])
      await app.stop()
    }

    // Red when claimNames() does not check packages, or runs only after the migrations.
    const other = {
      ...declaring(`{ name: 'tables', migrations: [new URL('./migrations', import.meta.url)] }`),
      'migrations/3_third.js': `throw new Error('its migration was loaded')`,
    }
    const thief = await make({ 'cd-other': { field, files: other } })
    const taken = await bootApp({ plugins: await loadAddedPlugins(thief.folder), database }).catch(
      (error: unknown) => error
    )
    assert.match(
      explainStartError(taken, { CROSSDOCK_PLUGINS_DIR: thief.folder }) ?? '',
      /^Crossdock cannot start: Plugin "tables" now comes from the package "cd-other", but the data stored under that name belongs to the package "cd-tables"\. [^]*\(cd-other\): node ace plugin:disable <package>; with an earlier version: node ace plugin:add <that version>$/
    )
    await database.remove()
  })

  // Red when hooks.ts gives this package the unrestricted tenancy module.
  test('operator rights are only for packages that request them', async ({ assert }) => {
    const files = declaring(
      `{ name: 'rights', healthChecks: [{ name: 'all', check: () => asOperator('count', async () => ({ status: 'ok' })) }] }`,
      `import { asOperator, TenantModel } from '@crossdock/kernel/tenancy'; if (!TenantModel) throw new Error('no model')`
    )
    const { folder } = await make({ 'cd-rights': { field, files } })
    const [plugin] = await loadAddedPlugins(folder)
    assert.throws(
      () => plugin!.healthChecks![0]!.check(),
      /"cd-rights" asks for operator rights \(asOperator\), and its package.json does not say/
    )
    const trusted = await make({ 'cd-rights': { field: { ...field, operator: true }, files } })
    const [other] = await loadAddedPlugins(trusted.folder)
    assert.deepEqual(await other!.healthChecks![0]!.check(), { status: 'ok' })
  })
})
