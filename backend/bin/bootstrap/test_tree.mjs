import { rmSync } from 'node:fs'
import { server } from './build.mjs'
import { link, mirror } from './mirror.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'

const tree = 'build-tests'

/**
 * Compiles the sources with their tests into a tree of their own and returns how its test program is run. That takes
 * a second or two, which is also what each of the dozens of processes of a test run would take to load the sources.
 */
export async function testProgram(node) {
  rmSync(at(tree), { recursive: true, force: true })
  const status = await run(node, [
    tool('@typescript/native', 'bin/tsc'),
    '-p',
    'tsconfig.tests.json',
  ])
  if (status !== 0) throw new Refusal('The tests could not be compiled: see above.', status)
  mirror(server.inputs(), tree)
  const bootstrap = ['backend', 'bin', 'bootstrap']
  link(at(...bootstrap), at(tree, ...bootstrap))
  return ['--enable-source-maps', at(tree, 'backend', 'bin', 'test.js')]
}

/** Names of files as people write them (`--files a.spec.ts,b`), as they are in the tree. */
export const compiledNames = (args) => args.map((arg) => arg.replace(/\.ts(?=,|$)/g, '.js'))
