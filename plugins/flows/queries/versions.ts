import type { FlowStep } from '../contracts/index.js'
import { WorkflowVersion } from '../models/workflow_version.js'

interface Versioned {
  versionId: string | null
}

/** The steps each run began with. */
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

/** The steps a run began with. */
export async function stepsOf(run: Versioned): Promise<FlowStep[]> {
  return (await stepsOfAll([run]))(run)
}
