import { text, type Text } from '@crossdock/kernel/ground'
import { ledger, type Place } from '@crossdock/kernel/ledger'
import { storedVariables } from '../../variables/queries/known_variables.js'
import { kindNamed } from './kinds.js'
import type { Match } from '../queries/match.js'
import type { Step, Warning } from '../plan_types.js'

/** Returns the warnings of a plan. Runs in the target environment. */
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
      ...warningsOfMatch(step, matches.get(step.source.id)),
      ...warningsOfContent(step),
      ...step.carried.variables
        .filter((name) => !has.has(name))
        .map((name) => about(step, 'variable_missing', missingVariable(step.item.name, name))),
    ]),
  ]
}

const about = ({ item: { kind, name } }: Step, code: Warning['code'], text: Text): Warning => ({
  code,
  kind,
  name,
  text,
})

/** Returns the reasons for which the promotion would be refused. */
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
      'The target is limited to {limit} ({meter}) and has {used}. Promoting would add {count}, so it is refused.',
      { count, used: used.used, limit: used.limit, meter }
    )
    found.push({ code: 'limit_passed', kind, name: null, text: sentence })
  }
  return found
}

function warningsOfMatch(step: Step, match: Match | undefined): Warning[] {
  if (!match || match.others === 0) return []
  const { name } = step.item
  const sentence = text(
    'Several objects of the target have the name "{name}". The oldest counts as the counterpart; rename the others if that is wrong.',
    { name }
  )
  return [about(step, 'ambiguous_name', sentence)]
}

function warningsOfContent(step: Step): Warning[] {
  const { lacking, deleted, written, kept, literal, notes } = step.carried
  const { name } = step.item
  const credentials =
    lacking.length === 0
      ? []
      : [
          text(
            '{name}: enter its credentials in the target ({places}). Credentials are not promoted.',
            {
              name,
              places: lacking.join(', '),
            }
          ),
        ]
  const addresses = [
    ...kept.map(({ field, source, target }) =>
      text(
        '{name}: {field} stays {target} in the target; it is {source} in the source. Use a variable for the host to promote it.',
        { name, field, source, target }
      )
    ),
    ...literal.map((field) =>
      text(
        '{name}: {field} contains a literal host, which is promoted unchanged. Use a variable if the target has another host.',
        { name, field }
      )
    ),
  ]
  return [
    // An unchanged item is neither changed nor promoted, so its credentials stay.
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
  text('{name} uses the variable {variable}, which the target does not have. Add it there.', {
    name,
    variable,
  })

const deletes = (name: string, places: string) =>
  text(
    '{name}: credentials that are stored in the target are deleted ({places}). Undoing the promotion does not restore them.',
    { name, places }
  )

const asWritten = (name: string, places: string) =>
  text(
    '{name}: this looks like credentials and is promoted as it is written ({places}). Keep them in the system, or in a variable.',
    { name, places }
  )
