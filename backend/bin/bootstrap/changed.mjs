import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at, root } from './paths.mjs'

/** Specs that run for every change, because nearly any change can break them. */
const smoke = ['tenant_matrix', 'role_matrix', 'journeys/main_job'].map(
  (name) => `backend/tests/${name}.spec.ts`
)
/** Specs that run when the start, the installation or the tests of the product change. */
const ofStart = ['process', 'terminal', 'recorder', 'second_look', 'shared_files', 'changed'].map(
  (name) => `backend/tests/${name}.spec.ts`
)
const area = /^(backend\/(?:kernel|app)\/[^/]+|backend\/outside|plugins\/[^/]+|cli)\//
const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? ''
const lines = (text) => text.split('\n').filter(Boolean)

/**
 * The specs and stories that a change can break. An area is a folder of the kernel, a domain, a plugin or the
 * command line. A changed area runs its specs on both databases. A change in its `contracts/` also runs the
 * specs of the areas that import it. For the console, the stories of changed folders run.
 * @returns `specs`, the `own` specs of changed areas, and `stories`, as paths from the root
 */
export function findChanged() {
  const base = git('merge-base', 'HEAD', 'origin/main').trim() || 'HEAD'
  return planFor([
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ])
}

/** @param files changed files, as paths from the root */
export function planFor(files) {
  const areas = new Set()
  const contracts = new Set()
  const own = new Set()
  const specs = new Set()
  const stories = new Set()
  for (const file of files) {
    const isConsole = /^admin\/|^plugins\/[^/]+\/admin\//.test(file)
    const [, name] = area.exec(file) ?? []
    if (isConsole) storiesNear(file).forEach((story) => stories.add(story))
    else if (name) areas.add(name)
    else if (/^backend\/tests\/.*\.spec\.ts$/.test(file)) own.add(file)
    else if (/\.(ts|mjs|json)$/.test(file)) ofStart.forEach((spec) => specs.add(spec))
    if (name && file.startsWith(`${name}/contracts/`)) contracts.add(name)
  }
  for (const name of areas) specsOf(name).forEach((spec) => own.add(spec))
  for (const name of importersOf(contracts)) specsOf(name).forEach((spec) => specs.add(spec))
  if (areas.size > 0) smoke.forEach((spec) => specs.add(spec))
  const there = (set) => [...set].filter((file) => existsSync(at(file)))
  return { specs: there(new Set([...own, ...specs])), own: there(own), stories: there(stories) }
}

/** The files of the working tree that match patterns. It asks git, because `globSync` needs Node 22. */
const glob = (...patterns) =>
  lines(
    git(
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      ...patterns.map((pattern) => `:(glob)${pattern}`)
    )
  ).filter((file) => existsSync(at(file)))

const specsOf = (name) => glob(`${name}/tests/**/*.spec.ts`)

/** Areas whose sources import one of these areas as a package. */
function importersOf(areas) {
  if (areas.size === 0) return []
  const packages = [...areas].map(
    (name) => `'@crossdock/${name.replace(/^backend\/app\//, 'backend/').replace(/^plugins\//, '')}`
  )
  const found = new Set()
  for (const file of glob('backend/app/**/*.ts', 'plugins/**/*.ts')) {
    const [, name] = area.exec(file) ?? []
    if (!name || found.has(name) || areas.has(name)) continue
    const text = readFileSync(at(file), 'utf8')
    if (packages.some((one) => text.includes(one))) found.add(name)
  }
  return found
}

/** The stories in the folder of a file, otherwise in the nearest parent folder that has some. */
function storiesNear(file) {
  for (let folder = dirname(file); folder.includes('/'); folder = dirname(folder)) {
    const found = glob(`${folder}/*.stories.tsx`, `${folder}/stories/*.stories.tsx`)
    if (found.length > 0) return found
  }
  return []
}
