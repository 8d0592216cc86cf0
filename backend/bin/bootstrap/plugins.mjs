import { createInterface } from 'node:readline/promises'
import { describePackage } from '../../outside/folder.mjs'
import { checkSet } from './plugin_check.mjs'
import { change, settle } from './plugin_change.mjs'
import {
  added,
  addPackage,
  dropPackage,
  folder,
  readRecord,
  writeRecord,
} from './plugin_folder.mjs'
import { alone } from './plugin_lock.mjs'
import { usesOf } from './plugin_uses.mjs'
import { Refusal } from './refusal.mjs'

const usage = {
  'plugin:add': 'plugin:add <npm name | folder | tarball> [--yes]',
  'plugin:remove': 'plugin:remove <package> [--yes]',
  'plugin:list': 'plugin:list',
  'plugin:disable': 'plugin:disable <package>',
  'plugin:enable': 'plugin:enable <package>',
}

const commands = {
  'plugin:add': add,
  'plugin:remove': remove,
  'plugin:list': list,
  'plugin:disable': (name) => setDisabled(name, true),
  'plugin:enable': (name) => setDisabled(name, false),
}

export const isPluginCommand = (name = '') => name.startsWith('plugin:')

/**
 * `node ace plugin:…`: manages third-party packages in a folder that belongs to the operator. Runs without the
 * application, which a broken plugin may keep from starting.
 */
export async function pluginCommand(name, args) {
  const yes = args.includes('--yes') || args.includes('-y')
  const [wanted, ...more] = args.filter((arg) => arg !== '--yes' && arg !== '-y')
  if (!Object.hasOwn(commands, name)) {
    throw new Refusal(
      `There is no command "${name}". Use one of: ${Object.keys(usage).join(', ')}.`
    )
  }
  const takes = name === 'plugin:list' ? 0 : 1
  const isFlag = wanted?.startsWith('-')
  if (args.includes('--help') || isFlag || more.length > 0 || (wanted ? 1 : 0) !== takes) {
    throw new Refusal(`Usage: node ace ${usage[name]}`, args.includes('--help') ? 0 : 2)
  }
  await settle()
  await commands[name](wanted, yes)
  return 0
}

async function add(wanted, yes) {
  await change(async (staged) => {
    const name = await addPackage(staged, wanted)
    const found = describePackage(`${staged}/node_modules/${name}`, name)
    if (found.problem) throw new Refusal(`The package "${name}" ${found.problem}`)
    const before = added().find((one) => one.name === name)
    if (found.operator && !before?.operator) await askForOperator(name, yes)
    await checkSet(staged, name)
    const then = before?.disabled ? `It stays disabled: node ace plugin:enable ${name}` : restart
    return () => console.log(`${before ? 'Changed' : 'Added'} ${summary(found, before)}. ${then}`)
  })
}

async function askForOperator(name, yes) {
  const what = `${name} requests operator rights: it can read and change the data of every tenant.`
  if (!yes) await ask(what, 'add')
}

/** @param verb the action that a confirmation allows */
async function ask(what, verb) {
  if (!process.stdin.isTTY) throw new Refusal(`${what} Repeat with --yes to ${verb} it.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(
    `${what} ${verb[0].toUpperCase()}${verb.slice(1)} it? [y/N] `
  )
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('Nothing was changed.')
}

async function remove(name, yes) {
  await change(async (staged) => {
    assertAdded(name)
    const uses = await usesOf(added().find((one) => one.name === name))
    if (uses.length > 0) {
      const what = `${name} is used:\n  ${uses.join('\n  ')}\nThis data stays, and works again when the package is added again.`
      if (yes) console.log(what)
      else await ask(what, 'remove')
    }
    await dropPackage(staged, name)
    await checkSet(staged, name)
    return () => console.log(`Removed ${name}; its tables stay. ${restart}`)
  })
}

async function setDisabled(name, disabled) {
  await alone(async () => {
    assertAdded(name)
    const record = readRecord(folder())
    const others = (record.crossdock?.disabled ?? []).filter((one) => one !== name)
    const names = disabled ? [...others, name].sort() : others
    writeRecord(folder(), { ...record, crossdock: { ...record.crossdock, disabled: names } })
    if (disabled) return
    try {
      // The package was not checked while it was disabled.
      await checkSet(folder(), name)
    } catch (error) {
      writeRecord(folder(), record)
      throw error
    }
  })
  console.log(`${name} is ${disabled ? 'disabled' : 'enabled'}. ${restart}`)
}

function list() {
  const packages = added()
  if (packages.length === 0) return console.log(`There are no added plugins in ${folder()}.`)
  const rows = packages.map((one) => [
    one.name,
    one.version,
    one.kernel ?? '',
    one.operator ? 'yes' : 'no',
    [one.console && 'screens', one.cli && 'commands'].filter(Boolean).join(', '),
    one.problem ? `cannot be used: it ${one.problem}` : one.disabled ? 'disabled' : 'in use',
  ])
  const table = [['Package', 'Version', 'Kernel', 'Operator rights', 'Brings', 'State'], ...rows]
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)))
  for (const row of table) {
    console.log(
      row
        .map((text, at) => text.padEnd(widths[at]))
        .join('  ')
        .trimEnd()
    )
  }
}

const restart = 'Restart Crossdock (npm start) to apply the change.'

const summary = ({ name, version, operator }, before) =>
  [
    `${name} ${version}`,
    before && before.version !== version && ` (it was ${before.version})`,
    operator && ', with operator rights',
  ]
    .filter(Boolean)
    .join('')

function assertAdded(name) {
  const names = added().map((one) => one.name)
  if (names.includes(name)) return
  const known = names.length > 0 ? ` Added packages: ${names.join(', ')}.` : ''
  throw new Refusal(`There is no added plugin package "${name}".${known}`)
}
