import { existsSync, readdirSync, rmSync } from 'node:fs'
import { aloneInBuild, isLock } from './build_lock.mjs'
import { install } from './install.mjs'
import { folder, screens } from './plugin_folder.mjs'
import { mirror } from './mirror.mjs'
import { writeNotices } from './notices.mjs'
import { at } from './paths.mjs'
import { settle } from './plugin_change.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { screensFit } from './screens_check.mjs'
import { contents, dropStamp, hashFile, readStamp, sources, times, writeStamp } from './stamps.mjs'
import { tool } from './tool.mjs'
import { workspaces } from './workspaces.mjs'

/** `npm run build`: builds server and console, each only when its inputs changed. */
export default async function () {
  await settle()
  await build(await install({ dev: false }))
  return 0
}

/** Builds outdated parts: the server into build/, the console into admin/dist. One process builds at a time. */
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
      const inputs = [times, contents].map((by) => inputsOf(part, by))
      dropStamp(part.name)
      await part.make(node)
      const [ofTimes, ofContents] = [times, contents].map((by, of) => inputs[of] + made(part, by))
      writeStamp(part.name, { times: ofTimes, contents: ofContents })
    })
  )
}

/**
 * Whether a part is built from its present inputs. A copied folder and the layers of an image have other
 * modification times, so the contents decide where the times differ.
 */
export function isFresh(part) {
  const stamp = existsSync(at(part.result)) ? readStamp(part.name) : undefined
  const matches = (by) => stamp?.[by.name] === inputsOf(part, by) + made(part, by)
  return stamp !== undefined && (matches(times) || matches(contents))
}

/** Sources, dependencies and added packages: a new compiler also triggers a build. */
const inputsOf = (part, by) =>
  [hashFile(at('package-lock.json')), by(part.inputs()), ...(part.packages?.(by) ?? []), ''].join(
    ' '
  )

/** Fingerprint of the outputs that the product cannot start without. */
const made = (part, by) => by(part.made?.() ?? [])

/** Folder of the server's packages in the build. */
const bundle = 'build/node_modules/.vendor'

/** Folder of the bundler scripts. */
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
  packages: (by) => [by(sources(vendor))],
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
    writeNotices()
  },
}

/** Outputs of other commands: `npm run build:packages` and `npm run build:agents`. */
const madeElsewhere = ['packages', 'agents']

/** Deletes everything in the build folder except the outputs of other commands. */
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
        'Could not build the console: the messages above say why. To continue without an added package: node ace plugin:disable <package>'
      )
    }
    await must(
      node,
      [tool('vite', 'bin/vite.js', 'admin'), 'build', '--logLevel', 'warn'],
      'build the console',
      {
        cwd: at('admin'),
        // Any other value would select React's development build.
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
