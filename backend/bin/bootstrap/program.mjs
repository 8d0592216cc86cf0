import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, isFresh, server } from './build.mjs'
import { at } from './paths.mjs'
import { sourceFlags } from './source.mjs'

/** How to run a program of ours: from the build while it is up to date (it starts faster), else from the sources. */
export async function program(node, name, folder = join('backend', 'bin')) {
  if (!isFresh(server)) {
    if (existsSync(at('node_modules', '@poppinss', 'ts-exec'))) {
      return [...sourceFlags, at(folder, `${name}.ts`)]
    }
    await build(node, [server])
  }
  return [at('build', folder, `${name}.js`)]
}
