import { finding, type Finding, type Plan, type ReadingChoices } from '../../definitions/plan.js'
import { authenticationOf } from './authentication.js'
import { Description } from './description.js'
import { lineIn, objectIn, readable, type Json } from './json.js'
import { mostOperations, operationsOf, plannedOf } from './operations.js'
import { parseDocument } from './parse_document.js'
import { baseOf, serversOf } from './servers.js'
import { Unreadable } from './unreadable.js'

const mostDescription = 5_000
/** Maximum total size of samples, as JSON. Further operations have no sample. */
const mostSampleChars = 8 * 1024 * 1024

/**
 * Reads an OpenAPI document: 2.0, 3.0 or 3.1, in JSON or YAML.
 * @throws Unreadable
 */
export function readDescription(text: string, choices: ReadingChoices): Plan {
  const description = new Description(parseDocument(text))
  const { root, isSwagger } = description
  const format = lineIn(String(root.swagger ?? root.openapi ?? ''), 20) ?? ''
  // YAML reads `2.0` and `3.0` as the numbers 2 and 3.
  if (!/^(2|2\.0|3|3\.\d.*)$/.test(format) || isSwagger !== format.startsWith('2')) {
    throw new Unreadable('notOpenApi')
  }
  const info = objectIn(root.info)
  const ofDescription = serversOf(description, root, choices.url)
  const { found, leftOut } = operationsOf(description, ofDescription, choices.url)
  if (found.length === 0) throw new Unreadable('noOperations')
  const base = baseOf(
    ofDescription,
    found.map(({ server }) => server),
    choices.server
  )
  const operations = found.map(({ operation }) => operation)
  const auth = authenticationOf(description, operations, base.address)
  const findings = [...base.findings, ...auth.findings]
  const reached = { base: base.address, auth }
  const planned = found.map((one) => plannedOf(description, one, reached, choices))
  const isCut = cutSamples(planned)
  if (leftOut > 0) {
    findings.push(finding('look', 'operationsLeftOut', { most: mostOperations, count: leftOut }))
  }
  if (isCut) findings.push(finding('look', 'samplesLeftOut'))
  findings.push(...webhookFindings(root), ...referenceFindings(description))
  const title = lineIn(info.title, 255) ?? 'OpenAPI'
  const about = typeof info.description === 'string' ? readable(info.description).trim() : ''
  return {
    system: {
      name: title,
      description: about === '' ? null : about.slice(0, mostDescription).toWellFormed(),
      baseUrl: base.address,
      authType: auth.authType,
      authConfig: auth.authConfig,
    },
    title,
    version: lineIn(String(info.version ?? ''), 100) ?? '',
    format,
    servers: base.servers,
    operations: planned,
    findings,
  }
}

/** Removes samples once all samples together are too long. Returns whether it removed any. */
function cutSamples(planned: Plan['operations']): boolean {
  let chars = 0
  let isCut = false
  for (const one of planned) {
    const { body: sent, ...request } = one.requestSchema
    const { body: answered, ...response } = one.responseSchema
    const size = JSON.stringify([sent, answered]).length
    if (chars + size <= mostSampleChars) {
      chars += size
      continue
    }
    isCut = true
    one.requestSchema = request
    one.responseSchema = response
  }
  return isCut
}

/**
 * Returns findings about webhooks, which the other side sends. OpenAPI 3.1 lists them separately from the paths.
 */
function webhookFindings(root: Json): Finding[] {
  const names = Object.keys(objectIn(root.webhooks))
  const [first] = names
  if (first === undefined) return []
  return [finding('info', 'webhooksLeftOut', { count: names.length, first: first.slice(0, 100) })]
}

function referenceFindings({ outside }: Description): Finding[] {
  const [first] = outside
  if (first === undefined) return []
  return [finding('look', 'outsideReferences', { count: outside.size, first })]
}
