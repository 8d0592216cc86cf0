// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@japa/runner'

interface Copy {
  name: string
  version: string
  file: string
  inside: string
}

const run = promisify(execFile)
const bootstrap = join(process.cwd(), 'backend/bin/bootstrap')
const root = `${process.cwd()}/`
const load = (file: string) => import(pathToFileURL(join(bootstrap, file)).href)

test.group('copies of libraries inside other packages', () => {
  test('the SBOM lists them, without download locations of packages', async ({ assert }) => {
    for (const script of ['sbom.mjs', 'bundled.mjs']) {
      await run(process.execPath, [join(bootstrap, script)], { cwd: root, timeout: 600_000 })
    }
    const { sbomFile } = await load('sbom.mjs')
    const text = await readFile(sbomFile, 'utf8')
    const sbom = JSON.parse(text)
    assert.equal(sbom.bomFormat, 'CycloneDX')
    assert.equal(sbom.metadata.component.name, 'crossdock')
    assert.notMatch(text.replace(sbom.$schema, ''), /https?:\/\//)
    const names: string[] = sbom.components.map(({ name }: Copy) => name)
    assert.includeMembers(names, ['lodash', '@adonisjs/core', 'react-admin'])
    assert.notInclude(names, '@japa/runner')
    const holder = sbom.components.find(({ name }: Copy) => name === '@poppinss/utils')
    assert.containSubset(holder.components, [{ name: 'lodash', version: '4.17.5' }])
  })

  // Red when `VERSION` is not searched, or when an unaccepted copy passes.
  test('an old one fails the check unless it is accepted', async ({ assert }) => {
    const { findCopies, faultsOf } = await load('bundled.mjs')
    const copies: Copy[] = findCopies()
    assert.containSubset(copies, [{ name: 'lodash', version: '4.17.5', inside: '@poppinss/utils' }])
    assert.deepEqual(faultsOf(copies), [])
    const [fault, ...others] = faultsOf(copies, [])
    assert.match(
      fault,
      /^@poppinss\/utils contains a copy of lodash 4\.17\.5 .* older than 4\.17\.21/
    )
    assert.deepEqual(others, [])
    // An excuse without its copy fails.
    assert.match(faultsOf([])[0], /no longer contains a copy of lodash 4\.17\.5/)
    const safe = [
      { ...copies[0]!, version: '4.17.21' },
      { ...copies[0]!, version: '10.0.0' },
    ]
    assert.deepEqual(faultsOf(safe, []), [])
  })

  test('copies are found by banner, by package.json and by version', async ({
    assert,
    cleanup,
  }) => {
    const { copiesIn } = await load('copies.mjs')
    const folder = await mkdtemp(join(tmpdir(), 'copies-'))
    cleanup(() => rm(folder, { recursive: true }))
    const files = {
      'package.json': '{"name":"holder","version":"1.0.0"}',
      'index.js': '/*! holder v1.0.0 */ /*! jQuery v3.4.1 | (c) */',
      'dist/a.min.js': '/** @license\n * handlebars v4.0.0\n */',
      'dist/b.cjs': "/* lodash (Custom Build) */ var a;var VERSION = '4.17.4';",
      'vendor/old/package.json': '{"name":"minimist","version":"1.2.0"}',
      'node_modules/c/index.js': '/*! underscore 1.0.0 */',
      'broken/package.json': '{',
    }
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    const found: Copy[] = copiesIn(folder)
    assert.sameMembers(
      found.map(({ name, version }) => `${name} ${version}`),
      ['jquery 3.4.1', 'handlebars 4.0.0', 'lodash 4.17.4', 'minimist 1.2.0']
    )
  })
})
