import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { loadOutside } from '../load.js'

test.group('node ace plugin:…', (group) => {
  let place: string
  group.each.setup(async () => {
    place = await mkdtemp(join(tmpdir(), 'crossdock-ace-'))
    return () => rm(place, { recursive: true, force: true })
  })

  const folder = () => join(place, 'plugins')

  /** Runs the command as an operator does, outside of the application. */
  function ace(...args: string[]): Promise<{ code: number; said: string }> {
    const env = { ...process.env, NODE_OPTIONS: '', CROSSDOCK_PLUGINS_DIR: folder() }
    return new Promise((resolve) => {
      const child = execFile(process.execPath, ['ace', ...args], { env }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, said: out + err })
      )
      child.stdin!.end()
    })
  }

  async function source(name: string, manifest: object, declaration: string): Promise<string> {
    const at = join(place, name)
    await mkdir(at)
    const whole = { name, version: '1.0.0', type: 'module', exports: './index.js', ...manifest }
    await writeFile(join(at, 'package.json'), JSON.stringify(whole))
    const code = `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin(${declaration})`
    await writeFile(join(at, 'index.js'), code)
    return at
  }

  test('adds, changes, leaves out and removes; a refusal leaves everything as it was', async ({
    assert,
  }) => {
    const crossdock = { kernel: '^1.0' }
    const good = await source('cd-good', { crossdock }, `{ name: 'good' }`)
    const added = await ace('plugin:add', good)
    assert.match(added.said, /Added cd-good 1\.0\.0\. Restart Crossdock/)
    assert.equal(added.code, 0)
    const [plugin] = await loadOutside(folder())
    assert.equal(plugin!.name, 'good')
    const before = await readFile(join(folder(), 'package.json'), 'utf8')

    const refusals: [string, RegExp][] = [
      [await source('cd-none', {}, `{ name: 'none' }`), /"cd-none" is no plugin of Crossdock/],
      [
        await source('cd-thief', { crossdock }, `{ name: 'flows' }`),
        /"flows" is installed twice: with Crossdock and by the package "cd-thief"/,
      ],
      [
        await source('cd-all', { crossdock: { ...crossdock, operator: true } }, `{ name: 'all' }`),
        /cd-all asks for operator rights: .* every tenant\. Repeat with --yes/,
      ],
    ]
    for (const [at, told] of refusals) {
      const refused = await ace('plugin:add', at)
      assert.match(refused.said, told)
      assert.equal(refused.code, 1)
      assert.notMatch(refused.said, /\n\s+at /)
    }
    assert.equal(await readFile(join(folder(), 'package.json'), 'utf8'), before)
    assert.deepEqual((await readdir(join(folder(), 'packages'))).sort(), ['cd-good-1.0.0.tgz'])

    assert.equal((await ace('plugin:disable', 'cd-good')).code, 0)
    assert.deepEqual(await loadOutside(folder()), [])
    assert.match((await ace('plugin:list')).said, /cd-good +1\.0\.0 +\^1\.0 +no +disabled/)
    assert.equal((await ace('plugin:enable', 'cd-good')).code, 0)

    // The same version with other content, as its author adds it again and again.
    const again = `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin({ name: 'better' })`
    await writeFile(join(good, 'index.js'), again)
    assert.match((await ace('plugin:add', good)).said, /Changed cd-good 1\.0\.0\./)
    const installed = join(folder(), 'node_modules/cd-good/index.js')
    assert.include(await readFile(installed, 'utf8'), 'better')

    assert.match((await ace('plugin:remove', 'cd-good')).said, /Removed cd-good/)
    assert.match((await ace('plugin:remove', 'cd-good')).said, /no added plugin package "cd-good"/)
    assert.match((await ace('plugin:list')).said, /No plugins were added/)
  }).timeout(900_000)
})
