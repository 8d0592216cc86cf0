import { text, type Text } from '@crossdock/kernel/http'
import { ledger, type Place } from '@crossdock/kernel/ledger'
import { storedVariables } from '../../variables/queries/known_variables.js'
import { kindNamed } from './kinds.js'
import type { Match } from './match.js'
import type { Step, Warning } from './plan.js'

/** What whoever promotes should know of a plan. Runs in the target. */
export async function warningsOf(
  steps: readonly Step[],
  matches: ReadonlyMap<string, Match>,
  target: Place
): Promise<Warning[]> {
  const has = await storedVariables(target.environmentId)
  return [
    ...(await refusals(steps)),
    ...(await limitsPassed(steps, target)),
    ...steps.flatMap((step) => [
      ...ofMatch(step, matches.get(step.source.id)),
      ...ofCarried(step),
      ...step.carried.variables
        .filter((name) => !has.has(name))
        .map((name) => about(step, 'variable_missing', missingVariable(step.item.name, name))),
    ]),
  ]
}

const about = ({ item: { kind, name } }: Step, code: Warning['code'], text: Text): Warning => ({
  ...{ code, kind, name, text },
})

/** What applying would be refused for. */
async function refusals(steps: readonly Step[]): Promise<Warning[]> {
  const found: Warning[] = []
  for (const step of steps) {
    if (step.item.action === 'same') continue
    const sentence = await kindNamed(step.item.kind).refusal?.(step.carried.definition)
    if (sentence) found.push(about(step, 'refused', sentence))
  }
  return found
}

async function limitsPassed(steps: readonly Step[], target: Place): Promise<Warning[]> {
  const found: Warning[] = []
  const made = steps.filter(({ item }) => item.action === 'create')
  for (const kind of new Set(made.map(({ item }) => item.kind))) {
    const { meter } = kindNamed(kind)
    const count = made.filter(({ item }) => item.kind === kind).length
    const used = await ledger.use().used(meter, target)
    if (!used || used.used + count <= used.limit) continue
    const sentence = text(
      'The target may have {limit} ({meter}) and has {used}: {count} more do not fit, so promoting is refused.',
      { count, used: used.used, limit: used.limit, meter }
    )
    found.push({ code: 'limit_passed', kind, name: null, text: sentence })
  }
  return found
}

function ofMatch(step: Step, match: Match | undefined): Warning[] {
  if (!match || match.others === 0) return []
  const { name } = step.item
  const sentence = text(
    'The target has more than one with the name "{name}". The oldest counts as the counterpart; give the others another name if that is wrong.',
    { name }
  )
  return [about(step, 'ambiguous_name', sentence)]
}

function ofCarried(step: Step): Warning[] {
  const { lacking, deleted, written, kept, literal, notes } = step.carried
  const { name } = step.item
  const credentials =
    lacking.length === 0
      ? []
      : [
          text('{name}: enter its credentials in the target ({places}); they are not promoted.', {
            ...{ name, places: lacking.join(', ') },
          }),
        ]
  const addresses = [
    ...kept.map(({ field, source, target }) =>
      text(
        '{name}: {field} stays {target} in the target; it is {source} in the source. Name the host by a variable to promote it.',
        { name, field, source, target }
      )
    ),
    ...literal.map((field) =>
      text(
        '{name}: {field} holds a host as it is written, and is promoted with it. Name the host by a variable if it is another one in the target.',
        { name, field }
      )
    ),
  ]
  return [
    // What is as it is in the target is neither changed nor carried.
    ...(deleted.length > 0 && step.item.action !== 'same'
      ? [about(step, 'credentials_deleted', deletes(name, deleted.join(', ')))]
      : []),
    ...(written.length > 0 && step.item.action !== 'same'
      ? [about(step, 'credentials_written', asWritten(name, written.join(', ')))]
      : []),
    ...credentials.map((sentence) => about(step, 'credentials_missing', sentence)),
    ...addresses.map((sentence) => about(step, 'literal_host', sentence)),
    ...notes.map((sentence) => about(step, 'note', sentence)),
  ]
}

const missingVariable = (name: string, variable: string) =>
  text(
    '{name} has a place for the variable {variable}, which the target does not have. Add it there.',
    {
      ...{ name, variable },
    }
  )

const deletes = (name: string, places: string) =>
  text(
    '{name}: credentials that are stored in the target are deleted ({places}). Taking the promotion back does not bring them back.',
    { name, places }
  )

const asWritten = (name: string, places: string) =>
  text(
    '{name}: this looks like credentials and is promoted as it is written ({places}). Keep them in the system, or in a variable.',
    { name, places }
  )
