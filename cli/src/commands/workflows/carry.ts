import { writeFile } from 'node:fs/promises'
import type { WholeWorkflowVersion, Workflow } from '@crossdock/client'
import { exists } from '../../local_file.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'
import { findRecord } from '../../records/find.js'
import { definitionOf, differences, type Definition } from './definition.js'
import { workflowKind } from './kind.js'

export interface ExportOptions {
  output: string
  force?: boolean
}

/** Writes the definition of a workflow as JSON for `import`. Secrets are masked. */
export async function exportWorkflow(
  factory: Factory,
  typed: string,
  { output, force }: ExportOptions
): Promise<void> {
  const isFile = output !== '-'
  if (isFile && !force && (await exists(factory.path(output)))) {
    throw new CliError(ExitCode.refused, `"${output}" already exists.`, {
      hint: 'Replace it with --force, or write elsewhere with --output <file>.',
    })
  }
  const workflow = await findRecord<Workflow>(await factory.api(), workflowKind, typed)
  const definition = definitionOf(workflow)
  if (!isFile) return factory.printJson(definition)
  await writeFile(factory.path(output), `${JSON.stringify(definition, null, 2)}\n`)
  factory.note(`Wrote ${output}.`)
}

export interface ImportOptions {
  input: string
  activate?: boolean
}

/** Changes the workflow of the same name, or creates an inactive one. */
export async function importWorkflow(
  factory: Factory,
  { input, activate }: ImportOptions
): Promise<void> {
  const given = await definitionIn(factory, input)
  const api = await factory.api()
  const all = await api.all<Workflow>(workflowKind.path, {})
  const named = all.filter(({ name }) => name === given.name)
  if (named.length > 1) {
    throw new CliError(ExitCode.refused, `${named.length} workflows are named "${given.name}".`, {
      hint: 'Change one of them by its id: crossdock workflows update <id> --input <file>.',
    })
  }
  const [present] = named
  const body = { ...given, ...(activate ? { isActive: true } : {}) }
  const saved = present
    ? await api.put<Workflow>(`${workflowKind.path}/${present.id}`, {
        ...body,
        baseVersion: present.version,
      })
    : await api.post<Workflow>(workflowKind.path, { isActive: false, ...body })
  if (factory.flags.json) return factory.printJson(saved)
  factory.say(
    present
      ? `Changed the workflow ${saved.name}, version ${saved.version}.`
      : `Created the workflow ${saved.name}, id ${saved.id}.`
  )
  if (!saved.isActive) factory.note('It is not active. Add --activate to activate it.')
}

export interface DiffOptions {
  input?: string
  from?: string
  to?: string
}

/** Compares a workflow with a file, or two of its versions, step by step. Exits with 1 when they differ. */
export async function diffWorkflow(
  factory: Factory,
  typed: string,
  { input, from, to }: DiffOptions
): Promise<void> {
  if ((input === undefined) === (from === undefined)) {
    throw new UsageError('Give either --input <file> or --from <version>.', 'Nothing was compared.')
  }
  const api = await factory.api()
  const workflow = await findRecord<Workflow>(api, workflowKind, typed)
  const present = definitionOf(workflow)
  const versionOf = async (version: string): Promise<Definition> => {
    const path = `${workflowKind.path}/${workflow.id}/versions/${encodeURIComponent(version)}`
    const { description } = present
    return { ...definitionOf(await api.get<WholeWorkflowVersion>(path)), description }
  }
  const before = from === undefined ? present : await versionOf(from)
  const after =
    input === undefined
      ? to === undefined
        ? present
        : await versionOf(to)
      : await definitionIn(factory, input)
  const found = differences(before, after)
  if (factory.flags.json) factory.printJson(found)
  else if (found.length === 0) factory.note('They are equal.')
  for (const { part, change, before: was, after: is } of factory.flags.json ? [] : found) {
    factory.say(`${part} ${change}`)
    if (was !== null) factory.say(`  - ${JSON.stringify(was)}`)
    if (is !== null) factory.say(`  + ${JSON.stringify(is)}`)
  }
  if (found.length > 0) throw new CliError(ExitCode.failure, `They differ: ${found.length}.`)
}

async function definitionIn(factory: Factory, input: string): Promise<Definition> {
  const given = (await jsonOf(factory, input)) as Partial<Workflow>
  const { name, triggerType } = given
  if (typeof name !== 'string' || typeof triggerType !== 'string') {
    throw new UsageError(
      `"${input}" is not a workflow: it needs at least "name" and "triggerType".`,
      'Nothing was sent. crossdock workflows export <name> writes a valid file.'
    )
  }
  const { triggerConfig = {}, steps = [], description = null } = given
  return definitionOf({ name, description, triggerType, triggerConfig, steps })
}
