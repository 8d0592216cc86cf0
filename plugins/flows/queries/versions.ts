import { clock } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { Cache } from '@crossdock/kernel/cache'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { FlowStep } from '../contracts/index.js'
import type { Execution } from '../models/execution.js'
import { Workflow } from '../models/workflow.js'
import { WorkflowVersion } from '../models/workflow_version.js'
import { showVersion, showWholeVersion } from '../transformers/workflow_version.js'
import { personNames } from '@crossdock/backend/users'

export const versionList: ListDefinition = {
  resource: 'workflow-versions',
  filters: {},
  sorts: { version: 'version' },
  defaultSort: ['version', 'desc'],
}

/** Returns the versions of a workflow, newest first. */
export async function listVersions(workflowId: string, list: ListRequest) {
  const query = WorkflowVersion.query().where('workflow_id', workflowId).where('version', '>', 0)
  const page: Page<Row<WorkflowVersion>> = await paginate(query, versionList, list)
  const nameOf = await personNames(page.rows.map(({ savedBy }) => savedBy))
  return page.map((row) => showVersion(row, nameOf(row.savedBy)))
}

/** Returns the current version numbers of workflows. */
export async function versionNumbers(
  workflows: readonly Versioned[]
): Promise<(workflow: Versioned) => number | null> {
  const ids = workflows.flatMap(({ versionId }) => versionId ?? [])
  const rows = await WorkflowVersion.query().whereIn('id', ids).select('id', 'version')
  const numbers = new Map(rows.map(({ id, version }) => [id, version]))
  return ({ versionId }) => numbers.get(versionId ?? '') ?? null
}

/** Returns the current version number of a workflow; null when it has none yet. */
export const versionOf = async (workflow: Versioned): Promise<number | null> =>
  (await versionNumbers([workflow]))(workflow)

/** Returns a function for the version that a run started with, and the active version of its workflow. */
export async function versionsOf(
  runs: readonly Pick<Execution, 'flowId' | 'versionId'>[]
): Promise<(run: Pick<Execution, 'flowId' | 'versionId'>) => RunVersions> {
  const active = await Workflow.query()
    .where('is_active', true)
    .whereIn('id', [...new Set(runs.map(({ flowId }) => flowId))])
    .select('id', 'version_id')
  const numberOf = await versionNumbers([...runs, ...active])
  const numbers = new Map(active.map((workflow) => [workflow.id, numberOf(workflow)]))
  return (run) => {
    const number = numberOf(run)
    // Tested drafts have negative numbers.
    const version = number !== null && number > 0 ? number : null
    return { version, activeVersion: numbers.get(run.flowId) ?? null }
  }
}

interface RunVersions {
  version: number | null
  activeVersion: number | null
}

/**
 * Returns one version of a workflow with its whole content.
 * @throws Problem 404
 */
export async function showVersionWhole(workflowId: string, number: string) {
  const own = WorkflowVersion.query().where('workflow_id', workflowId)
  const wanted = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : 0
  const version = wanted && (await own.where('version', wanted).first())
  if (!version) throw notFound('This workflow has no version "{id}".', number)
  const nameOf = await personNames([version.savedBy])
  return showWholeVersion(version, nameOf(version.savedBy))
}

interface Versioned {
  versionId: string | null
}

/** Returns a function for the steps that a run started with. */
export async function stepsOfAll(
  runs: readonly Versioned[]
): Promise<(run: Versioned) => FlowStep[]> {
  const ids = new Set(runs.flatMap(({ versionId }) => versionId ?? []))
  const versions =
    ids.size > 0
      ? await WorkflowVersion.query()
          .whereIn('id', [...ids])
          .select('id', 'steps')
      : []
  const steps = new Map(versions.map((version) => [version.id, version.steps]))
  return ({ versionId }) => (versionId && steps.get(versionId)) || []
}

/** Maximum age of cached data, for changes that no event reports, such as manual ones. */
const freshMs = 3_000

/** The key is `tenant/version`. A version changes only when its secrets are sealed with a new key. */
const versionCache = new Cache<WorkflowVersion | null>({
  size: 1_000,
  load: (key) => WorkflowVersion.find(key.slice(key.indexOf('/') + 1)),
  until: (version) => (version ? clock.now() + freshMs : 0),
  drop: ({ targetType, targetId }) =>
    targetType === 'workflow' ? (version) => version?.workflowId === targetId : undefined,
})

/** Returns the steps that a run started with. The array is shared and must not be modified. */
export async function stepsOf({ versionId }: Versioned): Promise<FlowStep[]> {
  const version = versionId && (await versionCache.get(`${currentTenantId()}/${versionId}`))
  return version ? version.steps : []
}
