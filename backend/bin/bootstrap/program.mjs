import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build, isFresh, server } from './build.mjs'
import { at } from './paths.mjs'
import { sourceFlags } from './source.mjs'

/** How to run one of our programs: from an up-to-date build (it starts faster), otherwise from the sources. */
export async function program(node, name, folder = join('backend', 'bin')) {
  if (!isFresh(server)) {
    if (existsSync(at('node_modules', '@poppinss', 'ts-exec'))) {
      return [...sourceFlags, at(folder, `${name}.ts`)]
    }
    await build(node, [server])
  }
  return [at('build', folder, `${name}.js`)]
}
