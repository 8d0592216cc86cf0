import { rmSync } from 'node:fs'
import { server } from './build.mjs'
import { link, mirror } from './mirror.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'

const tree = 'build-tests'

/**
 * Compiles the sources and tests into a separate tree and returns how to run its test program. That takes a
 * second or two, as long as each of the dozens of test processes would take to load the sources.
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

/** Maps file names as people write them (`--files a.spec.ts,b`) to names in the tree. */
export const compiledNames = (args) => args.map((arg) => arg.replace(/\.ts(?=,|$)/g, '.js'))
