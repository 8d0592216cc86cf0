import { isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { conflict, Problem, refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { sameJson } from '@crossdock/kernel/json'
import { checkConfig, schemaOf, type Kind } from '@crossdock/kernel/kinds'
import { stepTypes, triggerTypes, type FlowStep } from '../contracts/index.js'
import type { Definition } from '../definition/check_draft.js'
import { withoutDerived } from '../definition/derived.js'
import { movedSecrets, movedSecretsOf } from '../definition/moved.js'
import { noStepType, noTrigger } from '../definition/not_installed.js'
import { readSteps } from '../definition/read_steps.js'
import { maskStep, maskTrigger, sealDefinition } from '../definition/sealed.js'
import { checkStepConfig } from '../definition/step_config.js'
import { walk } from '../definition/tree.js'
import type { Workflow } from '../models/workflow.js'
import { WorkflowDraft } from '../models/workflow_draft.js'
import { draftOwner, lockedDraft } from '../queries/own_draft.js'
import { findWorkflow } from '../queries/workflows.js'
import { versionOf } from '../queries/versions.js'
import type { saveDraftBody } from '../validators/draft.js'

/**
 * Saves the caller's changes to a workflow. They may be incomplete; runs use them only after activation. A save
 * that is based on an old revision is refused, unless its content equals the stored draft.
 * @throws Problem 404, 409 if the draft was saved elsewhere since, 422 for content that cannot be stored
 */
export async function saveDraft(
  id: string,
  given: Output<typeof saveDraftBody>
): Promise<{ workflow: Workflow; draft: WorkflowDraft }> {
  const steps = await readSteps(given.steps ?? [])
  try {
    return await transaction(async () => {
      const workflow = await findWorkflow(id)
      const draft = await lockedDraft(id)
      const stored = draft ?? workflow
      const asked: Definition = {
        name: given.name,
        description: given.description ?? null,
        triggerType: given.triggerType,
        triggerConfig: await storable(given, workflow),
        steps,
      }
      await assertKeepable(asked, stored)
      const definition = sealDefinition(id, asked, stored)
      const baseVersion = given.baseVersion ?? null
      if (draft && draft.revision !== (given.revision ?? 0)) {
        if (!isSameDraft(draft, { ...definition, baseVersion })) throw savedElsewhere()
        return { workflow, draft }
      }
      if (!draft && given.revision) throw savedElsewhere()
      const fields = { ...definition, baseVersion, revision: (draft?.revision ?? 0) + 1 }
      if (draft) return { workflow, draft: await draft.merge(fields).save() }
      const own = { ...fields, workflowId: id, userId: draftOwner(), samples: {} }
      return { workflow, draft: await WorkflowDraft.create(own) }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'workflow_drafts_of_person', 'user_id')) throw savedElsewhere()
    throw error
  }
}

/**
 * Deletes the caller's changes; the workflow stays as it is.
 * @throws Problem 404
 */
export async function discardDraft(id: string): Promise<void> {
  await findWorkflow(id)
  await WorkflowDraft.query().where('workflow_id', id).where('user_id', draftOwner()).delete()
}

const savedElsewhere = () =>
  conflict(
    'E_DRAFT',
    text('Your draft has been saved in another window. Load it again and compare.')
  )

/**
 * Checks that changes are based on the present version.
 * @throws Problem 409 that names the present version
 */
export async function assertBase(
  workflow: Workflow,
  baseVersion: number | null | undefined
): Promise<void> {
  if (baseVersion === undefined) return
  const version = await versionOf(workflow)
  if (version === baseVersion) return
  throw conflict(
    'E_VERSION',
    text(
      'This workflow has been changed: it is at version {version}, and your changes are based on version {base}. Compare the two and choose what to keep.',
      { version: version ?? 0, base: baseVersion ?? 0 }
    ),
    'baseVersion'
  )
}

/**
 * Removes the fields that Crossdock sets.
 * @throws Problem 422
 */
async function storable(
  { triggerType, triggerConfig = {} }: Output<typeof saveDraftBody>,
  { id }: Workflow
) {
  const trigger = triggerTypes.get(triggerType)
  if (!trigger) return triggerConfig
  const { config, errors } = await withoutDerived(trigger, triggerConfig, id)
  refuse(errors.map((error) => ({ ...error, field: `triggerConfig.${error.field}` })))
  return config
}

/** Rules that apply to every stored draft, complete or not. */
const always = new Set(['sealed', 'maxLength'])
/** Rules that report an id for which the tenant's environment has no row. */
const missing = new Set(['exists', 'reference'])

/**
 * Refuses content that no draft may contain: values that claim to be sealed, texts or lists that are too long, a
 * stored secret that would go to another address, and new references to missing rows. An incomplete configuration
 * may be saved. References are checked, because a draft shows data of the rows that it references.
 * @throws Problem 422
 */
async function assertKeepable(asked: Definition, stored: Definition): Promise<void> {
  const errors: FieldError[] = []
  const trigger = triggerTypes.get(asked.triggerType)
  const isSame = asked.triggerType === stored.triggerType
  if (trigger) {
    const shown = isSame ? maskTrigger(stored.triggerConfig) : {}
    const checked = await checkConfig(trigger, asked.triggerConfig, 'triggerConfig')
    const config = checked.config ?? referencesIn(trigger, asked.triggerConfig)
    const wrong = [
      ...(isSame ? movedSecrets(trigger, shown, asked.triggerConfig) : []),
      ...(await newlyMissing(config, shown, !checked.errors, async () => trigger.check?.(config))),
    ]
    errors.push(...kept(checked.errors), ...below('triggerConfig', wrong))
  } else if (!isSame) errors.push(noTrigger(asked.triggerType))
  const before = new Map([...walk(stored.steps)].map(({ step }) => [step.id, step]))
  for (const { step, field } of walk(asked.steps)) {
    const former = before.get(step.id)
    errors.push(...below(field, await wrongIn(step, former && maskStep(former))))
  }
  refuse(errors)
}

async function wrongIn(step: FlowStep, former: FlowStep | undefined): Promise<FieldError[]> {
  const type = stepTypes.get(step.type)
  const isSame = former?.type === step.type
  if (!type) {
    const stays =
      isSame && former.systemId === step.systemId && former.endpointId === step.endpointId
    return stays ? [] : [noStepType(step.type)]
  }
  const { config, errors } = await checkStepConfig(type, step.config)
  const fits = errors.length === 0
  const checked = { ...step, config: fits ? config : referencesIn(type, step.config) }
  return [
    ...kept(errors),
    ...(isSame ? movedSecretsOf(type, former, step) : []),
    ...(await newlyMissing(
      referenceParts(checked),
      referenceParts(isSame ? former : undefined),
      fits,
      async () => type.check?.(checked)
    )),
  ]
}

/** Returns the parts of a step that may contain references. */
const referenceParts = (step: FlowStep | undefined) =>
  step ? { systemId: step.systemId, endpointId: step.endpointId, config: step.config } : {}

/** Returns the ids of other objects in a configuration that does not fit its schema. */
function referencesIn(kind: Kind, config: Record<string, unknown>): Record<string, unknown> {
  const parts = Object.entries(schemaOf(kind).properties ?? {})
  const names = parts.filter(([, part]) => 'x-resource' in part).map(([name]) => name)
  const given = names.filter((name) => typeof config[name] === 'string')
  return Object.fromEntries(given.map((name) => [name, config[name]]))
}

/**
 * Returns errors for new references to missing rows.
 * @param fits whether `now` fits its schema; if not, it is checked only when it has a new text
 */
async function newlyMissing(
  now: object,
  before: object,
  fits: boolean,
  check: () => Promise<FieldError[] | undefined>
): Promise<FieldError[]> {
  if (fits) return ofNew((await check()) ?? [], now, before)
  const fresh = textsIn(now).find((field) => valueAt(now, field) !== valueAt(before, field))
  if (fresh === undefined) return []
  try {
    return ofNew((await check()) ?? [], now, before)
  } catch (error) {
    if (error instanceof Problem) throw error
    // The check may need a complete configuration. Refuse a value that it could not check.
    const sentence = text('Complete the other fields first, so that this one can be checked.')
    return [{ field: fresh, rule: 'reference', text: sentence }]
  }
}

/** Returns the paths of all texts that are not empty. */
function textsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, path ? `${path}.${name}` : name)
  )
}

const ofNew = (errors: readonly FieldError[], now: object, before: object) =>
  errors.filter(({ rule, field }) => {
    const value = valueAt(now, field)
    return missing.has(rule) && Boolean(value) && value !== valueAt(before, field)
  })

function valueAt(whole: unknown, field: string): unknown {
  let value = whole
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

const kept = (errors: readonly FieldError[] = []) => errors.filter(({ rule }) => always.has(rule))
const below = (path: string, errors: readonly FieldError[]) =>
  errors.map((error) => ({ ...error, field: `${path}.${error.field}` }))

function refuse([first, ...others]: FieldError[]): void {
  if (first) throw refusedFields([first, ...others])
}

/**
 * Returns whether the stored draft equals the sent one. A secret that is entered again never equals the stored
 * secret, because it is sealed again.
 */
const isSameDraft = (draft: WorkflowDraft, asked: Definition & { baseVersion: number | null }) =>
  sameJson(parts(draft), parts(asked))

function parts(one: Definition & { baseVersion: number | null }) {
  const { name, description, triggerType, triggerConfig, steps, baseVersion } = one
  return { name, description, triggerType, triggerConfig, steps, baseVersion }
}
