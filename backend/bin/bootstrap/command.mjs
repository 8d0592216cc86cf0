import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

/**
 * Bundles the command line into the folder of its package. It contains our own packages, so that it runs alone.
 * npm installs the others.
 * @returns what the package's manifest needs in addition
 */
export async function bundleCommand(node, folder) {
  const manifests = workspaces().map((path) => manifestOf(path))
  const others = new Set(manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)))
  const external = [...others].filter((name) => !name.startsWith('@crossdock/'))
  const status = await run(node, [
    tool('esbuild', 'bin/esbuild', join('plugins', 'agents')),
    at('cli', 'src', 'main.ts'),
    ...'--bundle --splitting --format=esm --platform=node --target=node22'.split(' '),
    '--conditions=crossdock-source',
    '--log-level=warning',
    // `@crossdock/backend` exists only in an installation. A command line installed alone has no plugins.
    ...['@crossdock/backend', ...external].map((name) => `--external:${name}`),
    `--outdir=${join(folder, 'src')}`,
  ])
  if (status !== 0) throw new Refusal('Could not bundle the command line: see above.', status)
  const { bin, engines } = manifestOf('cli')
  for (const file of Object.values(bin)) cpSync(at('cli', file), join(folder, file))
  return { bin, engines }
}

const manifestOf = (path) => JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
