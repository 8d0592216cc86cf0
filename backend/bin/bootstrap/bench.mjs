import { build } from './build.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { become } from './run.mjs'
import { sourceFlags } from './source.mjs'

/** `npm run bench`: measures the built product; the measuring program itself runs from its sources. */
export default async function (args) {
  const node = await install({ dev: true })
  await build(node)
  // The servers it starts are the ones just built.
  process.env.TEST_BUILD = 'fresh'
  return become(node, [...sourceFlags, at('backend', 'bench', 'run.ts'), ...args])
}
