import { existsSync, readdirSync, rmSync } from 'node:fs'
import { aloneInBuild, isLock } from './build_lock.mjs'
import { install } from './install.mjs'
import { folder, screens } from './plugin_folder.mjs'
import { mirror } from './mirror.mjs'
import { at } from './paths.mjs'
import { settle } from './plugin_change.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { screensFit } from './screens_check.mjs'
import { dropStamp, fingerprint, hashFile, readStamp, sources, writeStamp } from './stamps.mjs'
import { tool } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

/** `npm run build`: both halves, each only when what it is made of changed. */
export default async function () {
  await settle()
  await build(await install({ dev: false }))
  return 0
}

/** Builds the parts that are out of date: the server into build/, the console into admin/dist. One process builds at a time. */
export async function build(node, parts = [server, site]) {
  if (parts.every(isFresh)) return
  await aloneInBuild(() => buildStale(node, parts))
}

async function buildStale(node, parts) {
  const stale = parts.filter((part) => !isFresh(part))
  if (stale.length === 0) return
  console.error(`Building ${stale.map((part) => part.name).join(' and ')}…`)
  await Promise.all(
    stale.map(async (part) => {
      const inputs = inputsOf(part)
      dropStamp(part.name)
      await part.make(node)
      writeStamp(part.name, [inputs, made(part)].join(' '))
    })
  )
}

export const isFresh = (part) =>
  existsSync(at(part.result)) && readStamp(part.name) === [inputsOf(part), made(part)].join(' ')

/** Sources, dependencies and added packages together: a new compiler builds anew as well. */
const inputsOf = (part) =>
  [
    hashFile(at('package-lock.json')),
    fingerprint(part.inputs()),
    ...(part.packages?.() ?? []),
  ].join(' ')

/** What was built, where a part of it may get lost that the rest cannot be started without. */
const made = (part) => fingerprint(part.made?.() ?? [])

/** Where the packages of the server lie in the build. */
const bundle = 'build/node_modules/.vendor'

/** How they are bundled. */
const vendor = 'backend/bin/bootstrap/vendor'

export const server = {
  name: 'server',
  result: 'build/backend/bin/server.js',
  inputs: () => [
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    ...sources('backend', ['backend/bin/bootstrap', 'backend/bin/bootstrap.mjs', 'backend/bench']),
    ...sources('cli'),
    ...workspaces()
      .filter((path) => path.startsWith('plugins/'))
      .flatMap((path) => sources(path, [`${path}/admin`])),
  ],
  packages: () => [fingerprint(sources(vendor))],
  made: () =>
    existsSync(at(bundle)) ? readdirSync(at(bundle)).map((file) => `${bundle}/${file}`) : [],
  async make(node) {
    empty()
    await must(
      node,
      [tool('@typescript/native', 'bin/tsc'), '-p', 'tsconfig.build.json'],
      'compile the server'
    )
    mirror(this.inputs())
    await must(node, [at(vendor, 'bundle.mjs')], 'bundle the packages of the server')
  },
}

/** What other commands make: `npm run build:packages` and `npm run build:agents`. */
const madeElsewhere = ['packages', 'agents']

/** All of it but that. */
function empty() {
  if (!existsSync(at('build'))) return
  const made = readdirSync(at('build')).filter(
    (name) => !madeElsewhere.includes(name) && !isLock(name)
  )
  for (const name of made) rmSync(at('build', name), { recursive: true, force: true })
}

export const site = {
  name: 'console',
  result: 'admin/dist/index.html',
  inputs: () => [
    ...sources('admin'),
    'backend/outside/folder.mjs',
    ...workspaces()
      .filter((path) => path.startsWith('plugins/'))
      .flatMap((path) => [
        `${path}/package.json`,
        ...(existsSync(at(path, 'admin')) ? sources(`${path}/admin`) : []),
      ]),
  ],
  packages: screens,
  async make(node) {
    if (!(await screensFit(node, folder()))) {
      throw new Refusal(
        'Could not build the console: the messages above say why. To go on without one of the added packages: node ace plugin:disable <package>'
      )
    }
    await must(
      node,
      [tool('vite', 'bin/vite.js', 'admin'), 'build', '--logLevel', 'warn'],
      'build the console',
      {
        cwd: at('admin'),
        // React's development build would be taken under any other value.
        env: { NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: folder() },
      }
    )
  },
}

async function must(node, args, what, { cwd, env } = {}) {
  const plain = process.stderr.isTTY ? {} : { NO_COLOR: '1' }
  const status = await run(node, args, { cwd, env: { ...plain, ...env }, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Refusal(`Could not ${what}: the messages above say why.`, status)
}
