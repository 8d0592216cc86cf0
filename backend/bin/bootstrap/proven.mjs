import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at, root } from './paths.mjs'

/** Folders that every area uses. A change in one of them makes the proof of all areas due. */
const guarded = ['storage', 'jobs', 'database', 'events', 'tenancy'].map(
  (name) => `backend/kernel/${name}/`
)
const record = at('.ci', 'proven.json')
/** The area of the console's stories, which has no specs. */
export const consoleArea = 'admin'
const isConsole = (path) => /^(admin|plugins\/[^/]+\/admin)\//.test(path)

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? stdout.split('\n').filter(Boolean) : undefined
}

/**
 * The areas that `npm run prove` proves one by one, the specs of the whole product last. An area is a folder
 * with its own `tests`: a folder of the kernel, a domain, a plugin or the command line. Tests of the whole
 * product are two areas, and the console's stories are one.
 * @returns for each area its name, its `specs`, and `state`: a hash of its committed files, of the guarded
 *   folders without their specs, and of all migrations; undefined without git
 */
export function areasToProve() {
  const lines = git('ls-tree', '-r', 'HEAD')
  if (!lines) return undefined
  const files = lines.map((line) => ({ line, path: line.split('\t')[1] }))
  const shared = files.filter(
    ({ path }) =>
      !path.includes('/tests/') &&
      (path.includes('/migrations/') || guarded.some((folder) => path.startsWith(folder)))
  )
  const stateOf = (isOwn) =>
    createHash('sha256')
      .update(
        [...files.filter(({ path }) => isOwn(path)), ...shared].map(({ line }) => line).join('\n')
      )
      .digest('hex')
      .slice(0, 16)
  const specs = new Map()
  for (const { path } of files)
    if (path.endsWith('.spec.ts') && areaOf(path))
      specs.set(areaOf(path), [...(specs.get(areaOf(path)) ?? []), path])
  const whole = (name) => name.startsWith('backend/tests')
  return [
    ...[...specs.keys()].sort(
      (one, other) => whole(one) - whole(other) || one.localeCompare(other)
    ),
    consoleArea,
  ].map((name) => ({
    name,
    specs: specs.get(name) ?? [],
    state: stateOf(
      name === consoleArea
        ? isConsole
        : (path) => path.startsWith(`${name}/`) && !isConsole(path) && areaOf(path) === name
    ),
  }))
}

/** `backend/app/assets/tests/upload.spec.ts` belongs to `backend/app/assets`. */
function areaOf(path) {
  if (path.startsWith('backend/tests/journeys/')) return 'backend/tests/journeys'
  if (path.startsWith('backend/tests/')) return 'backend/tests'
  return /^(backend\/(?:kernel|app)\/[^/]+|backend\/outside|plugins\/[^/]+|cli)\//.exec(path)?.[1]
}

const noted = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})

/** The areas whose committed state differs from the one that passed. */
export const areasDue = () => {
  const before = noted()
  return areasToProve()?.filter(({ name, state }) => before[name]?.state !== state)
}

/** Whether tracked files differ from the commit. The result of a run then proves nothing about the commit. */
export const hasChanges = () =>
  (git('status', '--porcelain', '--untracked-files=no') ?? []).some(
    (line) => !line.endsWith('.ci/proven.json')
  )

/** Records in a file for the next commit that everything in the area passed. */
export function noteProven({ name, state }, minutes) {
  const at = new Date().toISOString().slice(0, 10)
  const known = new Set(areasToProve().map((area) => area.name))
  const all = { ...noted(), [name]: { at, minutes: Number(minutes.toFixed(1)), state } }
  const kept = Object.entries(all)
    .filter(([one]) => known.has(one))
    .sort(([one], [other]) => one.localeCompare(other))
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

/** A sentence on the areas that `npm run prove` would prove now. */
function proofDue() {
  const due = areasDue()
  if (!due || due.length === 0) return '`npm run prove` is not due.'
  const names = due.map(({ name }) => name)
  const first = names.slice(0, 8).join(', ')
  const more = names.length > 8 ? `, and ${names.length - 8} more` : ''
  return `\`npm run prove\` is due for ${first}${more}.`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(proofDue())
