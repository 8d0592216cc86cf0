import type { FlowStep, SeenFiles } from '@crossdock/flows/contracts'
import { text, type FieldError } from '@crossdock/kernel/ground'
import { fileSources } from '../placeholders/sources.js'
import { placeholdersIn } from '../placeholders/template.js'
import { paramVariableWarnings } from '../calls/variable_warnings.js'
import { callVariables } from '../placeholders/variables.js'
import { ApiEndpoint } from '../models/api_endpoint.js'

/** Warns about file metadata that none of the newest files has, and about missing variables. */
export async function warn(
  { endpointId, config }: FlowStep,
  seen: SeenFiles
): Promise<FieldError[]> {
  const endpoint = endpointId ? await ApiEndpoint.find(endpointId) : null
  return [
    ...paramWarnings(config.params, seen),
    ...(endpoint ? mapped(endpoint, seen) : []),
    ...paramVariableWarnings(config.params, await callVariables()),
  ]
}

const isKnown = (source: string, seen: SeenFiles) =>
  fileSources.some((name) => name === source) || seen.has(source) || seen.has(`metadata.${source}`)

function mapped({ name, fieldMapping }: ApiEndpoint, seen: SeenFiles): FieldError[] {
  return Object.entries(fieldMapping.fileMetadata ?? {})
    .filter(([, source]) => !isKnown(source, seen))
    .map(([target, source]) => ({
      field: 'endpointId',
      rule: 'seen',
      text: text(
        'The mapping of {endpoint} reads "{source}", which none of the last {count} files has: "{target}" is left out.',
        { endpoint: name, source, target, count: seen.count }
      ),
    }))
}

function paramWarnings(params: unknown, seen: SeenFiles): FieldError[] {
  const sources = [...placeholdersIn(params)].flatMap(({ names: [root, ...names] }) =>
    root === 'file' && names.length > 0 ? [names.join('.')] : []
  )
  return [...new Set(sources)]
    .filter((source) => !fileSources.some((name) => name === source) && !seen.has(source))
    .map((source) => ({
      field: 'config.params',
      rule: 'seen',
      text: text('None of the last {count} files has "{source}".', {
        count: seen.count,
        source: `file.${source}`,
      }),
    }))
}
