import type { ResponseSchema } from '../../contracts/connector.js'
import { finding, type Finding } from '../../definitions/plan.js'
import type { Description } from './description.js'
import { listIn, objectIn, type Json } from './json.js'
import { copyOf, sampleOf } from './sample.js'

const mostAnswers = 50
/** Success statuses for a description that names none. */
const usual = [200, 201, 202, 204]

/** Returns the successful answer of an operation. */
export function answersOf(
  description: Description,
  operation: Json
): { responseSchema: ResponseSchema; findings: Finding[] } {
  const all = Object.entries(objectIn(operation.responses)).slice(0, mostAnswers)
  const isUpgrade = all.some(([status]) => status === '101')
  const good = all.filter(([status]) => /^2(\d\d|XX)$/i.test(status))
  const statuses = new Set(good.flatMap(([status]) => (/xx$/i.test(status) ? usual : +status)))
  const answers = description.all(good.map(([, one]) => one))
  const types = answers.flatMap((one) => typesOf(description, operation, one))
  const body = bodyOf(description, answers)
  const findings: Finding[] = []
  if (isUpgrade) findings.push(finding('blocked', 'upgrades'))
  else if (types.length > 0 && types.every((type) => /^text\/event-stream\b/i.test(type))) {
    findings.push(finding('blocked', 'neverEnds'))
  } else if (statuses.size === 0) findings.push(finding('look', 'noAnswer'))
  else if (types.length > 0 && types.every(isFile)) findings.push(finding('info', 'answersFile'))
  const expectedStatus = statuses.size > 0 ? [...statuses] : usual
  return {
    responseSchema: { expectedStatus, ...(body === undefined ? {} : { body }) },
    findings,
  }
}

const isFile = (type: string): boolean => !/json|xml|^text\/|^\*\/\*|urlencoded/i.test(type)

function typesOf(description: Description, operation: Json, answer: Json): string[] {
  if (!description.isSwagger) return Object.keys(objectIn(answer.content)).slice(0, mostAnswers)
  if (answer.schema === undefined) return []
  const produces = listIn(operation.produces ?? description.root.produces)
  return produces.slice(0, mostAnswers).map(String)
}

/** Returns a sample of the first JSON answer. */
function bodyOf(description: Description, answers: Json[]): unknown {
  for (const { content, schema, examples } of answers) {
    const typed = Object.entries(objectIn(content)).find(([type]) => /json|\*\/\*/i.test(type))
    const { schema: own, example } = objectIn(typed?.[1])
    const [given] = [example, objectIn(examples)['application/json']].filter(
      (one) => one !== undefined
    )
    const body =
      given === undefined
        ? sampleOf(description, own ?? schema, 'response').value
        : copyOf(description, given)
    if (body !== undefined) return body
  }
  return undefined
}
