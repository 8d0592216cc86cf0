import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import packageJson from '../package.json' with { type: 'json' }

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const COMPILED = 'build/cli/src/main.js'

test.group('CLI binary', () => {
  test('runs what was compiled, as npm links it', async ({ assert }) => {
    const linked = at('node_modules/@crossdock/cli/bin/crossdock.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [linked, '--version'])

    assert.equal(stdout, `${packageJson.version}\n`)
  }).skip(!existsSync(at(COMPILED)), 'nothing is compiled')

  test('runs from inside the build, too', async ({ assert }) => {
    const built = at('build/cli/bin/crossdock.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [built, '--version'])

    assert.equal(stdout, `${packageJson.version}\n`)
  }).skip(!existsSync(at(COMPILED)), 'nothing is compiled')
})
