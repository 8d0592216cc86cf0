import { existsSync } from 'node:fs'
import { build, isFresh, server } from './build.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { become } from './run.mjs'
import { sourceFlags } from './source.mjs'

/** `node ace …`: from the build while it is up to date (it starts faster), else from the sources. */
export default async function (args) {
  const node = await install({ dev: false })
  if (!isFresh(server)) {
    if (existsSync(at('node_modules', '@poppinss', 'ts-exec'))) {
      return become(node, [...sourceFlags, at('backend', 'bin', 'console.ts'), ...args])
    }
    await build(node, [server])
  }
  return become(node, [at('build', 'backend', 'bin', 'console.js'), ...args])
}
