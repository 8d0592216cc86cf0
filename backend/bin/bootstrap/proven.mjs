import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at, root } from './paths.mjs'

/** Parts that every room uses. A change in one of them makes the proof of all rooms due. */
const guarded = ['storage', 'jobs', 'database', 'events', 'tenancy'].map(
  (name) => `backend/kernel/${name}/`
)
const record = at('.ci', 'proven.json')
/** The room of the console's stories, which has no specs. */
export const consoleRoom = 'admin'
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
 * The rooms that `npm run prove` proves one by one, the whole product's specs last. A room is a folder with
 * specs in `tests`; tests of the whole product are two rooms, and the console's stories are one.
 * @returns for each room its name, its `specs`, and `state`: a hash of the committed files of the room, of the
 *   guarded parts without their specs, and of all migrations; undefined without git
 */
export function roomsToProve() {
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
    if (path.endsWith('.spec.ts') && roomOf(path))
      specs.set(roomOf(path), [...(specs.get(roomOf(path)) ?? []), path])
  const whole = (name) => name.startsWith('backend/tests')
  return [
    ...[...specs.keys()].sort(
      (one, other) => whole(one) - whole(other) || one.localeCompare(other)
    ),
    consoleRoom,
  ].map((name) => ({
    name,
    specs: specs.get(name) ?? [],
    state: stateOf(
      name === consoleRoom
        ? isConsole
        : (path) => path.startsWith(`${name}/`) && !isConsole(path) && roomOf(path) === name
    ),
  }))
}

/** `backend/app/assets/tests/upload.spec.ts` belongs to `backend/app/assets`. */
function roomOf(path) {
  if (path.startsWith('backend/tests/journeys/')) return 'backend/tests/journeys'
  if (path.startsWith('backend/tests/')) return 'backend/tests'
  return /^(backend\/(?:kernel|app)\/[^/]+|backend\/outside|plugins\/[^/]+|cli)\//.exec(path)?.[1]
}

const noted = () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})

/** The rooms whose committed state differs from the one that passed. */
export const roomsDue = () => {
  const before = noted()
  return roomsToProve()?.filter(({ name, state }) => before[name]?.state !== state)
}

/** Whether tracked files differ from the commit, so that nothing can be noted about it. */
export const hasChanges = () =>
  (git('status', '--porcelain', '--untracked-files=no') ?? []).some(
    (line) => !line.endsWith('.ci/proven.json')
  )

/** Records that everything in the room passed, in a file for the next commit. */
export function noteProven({ name, state }, minutes) {
  const at = new Date().toISOString().slice(0, 10)
  const known = new Set(roomsToProve().map((room) => room.name))
  const all = { ...noted(), [name]: { at, minutes: Number(minutes.toFixed(1)), state } }
  const kept = Object.entries(all)
    .filter(([one]) => known.has(one))
    .sort(([one], [other]) => one.localeCompare(other))
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

/** A sentence on the rooms that `npm run prove` would prove now. */
function proofDue() {
  const due = roomsDue()
  if (!due || due.length === 0) return '`npm run prove` is not due.'
  const names = due.map(({ name }) => name)
  const first = names.slice(0, 8).join(', ')
  const more = names.length > 8 ? `, and ${names.length - 8} more` : ''
  return `\`npm run prove\` is due for ${first}${more}.`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(proofDue())
