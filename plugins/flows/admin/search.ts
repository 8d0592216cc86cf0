import type { Execution, Workflow } from '@crossdock/client'
import { formatRelative, searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { runPath } from './paths.js'
import { workflowPath } from './workflows/model.js'

/** Workflows for the command palette. */
export async function findWorkflows(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<Workflow>(api, 'integrations/workflows', query, signal)
  return found.map(({ id, name, description }) => ({
    id,
    label: name,
    detail: description ?? undefined,
    to: workflowPath({ id }),
  }))
}

/** Runs for the command palette, found by workflow, file, or part of their id. */
export async function findRuns(query: string, api: Api, signal: AbortSignal): Promise<SearchHit[]> {
  const newest = ['createdAt', 'DESC'] as const
  const found = await searchList<Execution>(api, 'flow-executions', query, signal, newest)
  return found.map(({ executionId, flowName, assetName, createdAt }) => ({
    id: executionId,
    label: flowName,
    detail: [executionId.slice(0, 8), assetName, formatRelative(createdAt)]
      .filter(Boolean)
      .join(' · '),
    to: runPath({ executionId }),
  }))
}
