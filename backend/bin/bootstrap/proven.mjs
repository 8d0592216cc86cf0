import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { at, root } from './paths.mjs'

/** Parts that `npm run prove` tests more thoroughly than `npm test`. A change in one of them makes it due. */
const guarded = ['storage', 'jobs', 'database', 'events', 'tenancy'].map(
  (name) => `backend/kernel/${name}`
)
const record = at('.ci', 'proven.json')

/**
 * The committed state of these parts: a hash of file names and contents for each room, and a hash for the
 * migrations of all rooms. Specs are excluded.
 */
function stateOf() {
  const { status, stdout } = spawnSync('git', ['ls-tree', '-r', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) return undefined
  const files = stdout.split('\n').filter((line) => line && !line.includes('/tests/'))
  const hash = (part) => createHash('sha256').update(part.join('\n')).digest('hex').slice(0, 16)
  const within = (folder) => files.filter((line) => line.split('\t')[1].startsWith(`${folder}/`))
  const rooms = guarded.map((folder) => [folder, hash(within(folder))])
  return {
    ...Object.fromEntries(rooms),
    migrations: hash(files.filter((line) => line.includes('/migrations/'))),
  }
}

/** Records that everything passed on the commit, in a file for the next commit. */
export function noteProven(minutes) {
  const rooms = stateOf()
  if (!rooms) return
  const args = ['status', '--porcelain', '--untracked-files=no']
  if (spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()) {
    return console.log(
      'Not noted in .ci/proven.json: the tested files have changes that are not committed.'
    )
  }
  const at = new Date().toISOString().slice(0, 10)
  writeFileSync(record, `${JSON.stringify({ at, minutes: Math.round(minutes), rooms }, null, 2)}\n`)
  console.log('Noted in .ci/proven.json; commit it.')
}

/** Returns a sentence when `npm run prove` is due. */
function proofDue() {
  const state = stateOf()
  if (!state) return undefined
  if (!existsSync(record)) return '`npm run prove` is due: it has never completed.'
  const { at, rooms } = JSON.parse(readFileSync(record, 'utf8'))
  const changed = Object.keys(state).filter((name) => state[name] !== rooms[name])
  if (changed.length === 0) return undefined
  return `\`npm run prove\` is due: ${changed.join(', ')} changed since it passed on ${at}.`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(proofDue() ?? '`npm run prove` is not due.')
