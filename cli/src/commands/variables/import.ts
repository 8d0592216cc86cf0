import { CliError, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { textOf } from '../../local_file.js'
import { readEnvFile } from './env_file.js'
import { variablesByName, variablesPath } from '../../api/variables.js'

export interface ImportVariablesOptions {
  secret?: string[]
  allSecret?: boolean
  dryRun?: boolean
  yes?: boolean
}

interface Change {
  name: string
  change: 'add' | 'change' | 'none'
  isSecret: boolean
  /** Id of the existing variable. */
  id?: string
}

/** Sets the variables assigned in a .env file, leaves all others, and prints no values. */
export async function importVariables(
  factory: Factory,
  file: string,
  { secret = [], allSecret = false, dryRun = false, yes = false }: ImportVariablesOptions
): Promise<void> {
  const values = readEnvFile(await textOf(factory, file))
  const absent = secret.find((name) => !values.has(name))
  if (absent !== undefined) throw new UsageError(`The file does not assign ${absent}.`)
  const api = await factory.api()
  const path = variablesPath(factory)
  const there = await variablesByName(api, path)
  const changes = [...values].map(([name, value]): Change => {
    const known = there.get(name)
    const isSecret = known?.isSecret || allSecret || secret.includes(name)
    if (!known) return { name, change: 'add', isSecret }
    // Secrets cannot be read and so not compared.
    const isSame = !isSecret && known.value === value
    return { name, change: isSame ? 'none' : 'change', isSecret, id: known.id }
  })
  const todo = changes.filter(({ change }) => change !== 'none')
  if (dryRun || todo.length === 0) return printChanges(factory, changes)
  await factory.prompter.assertConfirmed(
    yes,
    `Set ${todo.length} variables from ${file} (--dry-run lists them)?`
  )
  let done = 0
  for (const { name, id, isSecret } of todo) {
    const body = { value: values.get(name), ...(isSecret ? { isSecret } : {}) }
    try {
      if (id === undefined) await api.post(path, { name, ...body })
      else await api.send('PUT', `${path}/${id}`, { json: body })
    } catch (cause) {
      if (!(cause instanceof CliError)) throw cause
      throw new CliError(cause.exitCode, `${name}: ${cause.message}`, {
        details: cause.details,
        hint: `${done} of ${todo.length} are set. Fix the line and import the file again: variables that are set stay unchanged.`,
        cause,
      })
    }
    done++
  }
  await printChanges(factory, changes)
}

const words = { add: 'added', change: 'changed', none: 'unchanged' }

async function printChanges(factory: Factory, changes: Change[]): Promise<void> {
  const shown = changes.map(({ name, change, isSecret }) => ({ name, change, isSecret }))
  await factory.printList(
    shown,
    [
      { title: 'Name', text: ({ name }) => name, whole: true },
      { title: 'Kind', text: ({ isSecret }) => (isSecret ? 'secret' : 'readable') },
      { title: 'Change', text: ({ change }) => words[change] },
    ],
    'The file has no assignments.'
  )
}
